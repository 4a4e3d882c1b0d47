/** Words for kinds of division, before or after the name, in the languages of the sources. */
const AFTER =
  'County|Parish|Borough|Census Area|City and Borough|Municipality|District|Province|Prefecture|Region|Governorate|Oblast|Oblastʼ|Rayon|Raion|Krai|Department|State|Regency|Division|Voivodeship|Canton|Emirate|Community|Territory|Republic|Pradesh|Shi|Xian|Diqu|Sheng|Qu|Meng|Ken|Rajasthani'
const BEFORE =
  'Provincia de|Provincia di|Provincia|Province de|Province of|Província de|Departamento de|Departamento del|Département de|Estado de|State of|Kabupaten|Kota|Powiat|Landkreis|Kreis|Regierungsbezirk|Arrondissement de|Wilaya de|Wilāyat|Muhafazat|Distrito de|Municipio de|Città metropolitana di|County|Judeţul|Judetul|Okres|Opština|Община|Région de|Region|Região|Gobernación de|Gouvernorat de|Changwat|Tỉnh|Amphoe|Metropolitan City of|Autonomous Region of|Principality of|Comunidad de|Kraj'

const AFTER_PATTERN = new RegExp(` (?:${AFTER})$`, 'i')
const BEFORE_PATTERN = new RegExp(`^(?:${BEFORE}) `)
const JOINED_PATTERN = /-(?:shi|gun|ken|fu|to|si|do|gu|cho|machi|mura)$|-(?:skiy|skij) [Rr]ayon$/
const PINYIN_AUTONOMOUS = /(?: [A-Z][a-z]*zu)+ Zizhi(?:zhou|xian|qu)$/

/** The peoples in the names of China's autonomous units. */
const PEOPLES =
  '壮 壯 回 满 滿 苗 彝 藏 侗 瑶 瑤 白 傣 黎 畲 土 羌 水 佤 怒 土家 朝鲜 蒙古 哈尼 傈僳 拉祜 纳西 景颇 布依 布朗 仡佬 仫佬 毛南 撒拉 东乡 保安 裕固 锡伯 塔吉克 柯尔克孜 哈萨克 普米 独龙 达斡尔 鄂伦春 鄂温克'
const PEOPLE = `(?:${PEOPLES.replaceAll(' ', '|')})族`
const HAN_AUTONOMOUS = new RegExp(
  `(?:${PEOPLE}){0,3}(?:各族|维吾尔|維吾爾)?自治[旗区區]$|(?:${PEOPLE}){0,3}(?:各族|蒙古|哈萨克|柯尔克孜)?自治[州县縣]$|特别行政区$|特別行政區$`,
)
const HAN_AFTER = /[省市县縣区區州盟旗府郡]$|地区$|地區$/
/** A lone Han letter is hardly ever a place. */
const HAN_LEAST = 2

/** The name without the word for its kind: Rapides for Rapides Parish, 四川 for 四川省. Empty when nothing can be removed. */
export function bareName(name: string): string {
  if (/^[\u3400-\u9fff]+$/.test(name)) {
    const short = HAN_AUTONOMOUS.test(name) ? name.replace(HAN_AUTONOMOUS, '') : name.replace(HAN_AFTER, '')
    return short.length >= HAN_LEAST && short !== name ? short : ''
  }
  let bare = name.replace(PINYIN_AUTONOMOUS, '')
  if (bare === name) bare = name.replace(AFTER_PATTERN, '').replace(JOINED_PATTERN, '')
  if (bare === name) bare = name.replace(BEFORE_PATTERN, '')
  return bare !== name && bare.length > 2 ? bare : ''
}

/** Machine romanisations (all lower case) and codes of airports and the like cause more false matches than correct ones. */
export function isUsableName(name: string): boolean {
  if (name.length < 2 || name.length > 60 || /\d/.test(name)) return false
  if (/\.$/.test(name)) return false
  if (/^[\x20-\x7e]+$/.test(name)) return !/^[a-z' -]+$/.test(name) && !/^[A-Z0-9]{2,4}$/.test(name)
  return true
}
