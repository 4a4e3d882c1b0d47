/** A real region in which example events happen. Names are those of public gazetteers. */
export interface Area {
  readonly id: string
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  readonly country: string
  readonly province: string
  readonly towns: readonly string[]
  readonly sea: string
  /** The same names in Chinese, in the same order. */
  readonly zh: {
    readonly country: string
    readonly province: string
    readonly towns: readonly string[]
    readonly sea: string
  }
  /** The local term for a tropical storm. */
  readonly storm: 'typhoon' | 'hurricane' | 'cyclone'
}

/** `id code storm | country province sea towns... | the same in Chinese`, commas between names. */
const TABLE = `
ph-samar PH typhoon|Philippines,Eastern Samar,Philippine Sea,Borongan,Guiuan,Balangiga,Llorente,Oras,Catbalogan|菲律宾,东萨马省,菲律宾海,博龙岸,吉万,巴兰吉加,洛伦特,奥拉斯,甲描育
ph-cagayan PH typhoon|Philippines,Cagayan,Babuyan Channel,Aparri,Tuguegarao,Gonzaga,Solana|菲律宾,卡加延省,巴布延海峡,阿帕里,土格加劳,冈萨加,索拉纳
ph-albay PH typhoon|Philippines,Albay,Lagonoy Gulf,Legazpi,Tabaco,Daraga,Camalig|菲律宾,阿尔拜省,拉戈诺伊湾,黎牙实比,塔巴科,达拉加,卡马利格
vn-quangnam VN typhoon|Vietnam,Quang Nam,South China Sea,Hoi An,Tam Ky,Da Nang,Quang Ngai|越南,广南省,南海,会安,三岐,岘港,广义
cn-guangdong CN typhoon|China,Guangdong,South China Sea,Zhanjiang,Maoming,Yangjiang,Zhuhai|中国,广东省,南海,湛江,茂名,阳江,珠海
cn-fujian CN typhoon|China,Fujian,Taiwan Strait,Xiamen,Fuzhou,Quanzhou,Putian|中国,福建省,台湾海峡,厦门,福州,泉州,莆田
jp-miyazaki JP typhoon|Japan,Miyazaki,Pacific Ocean,Miyazaki,Nobeoka,Nichinan,Miyakonojo|日本,宫崎县,太平洋,宫崎,延冈,日南,都城
us-florida US hurricane|United States,Florida,Gulf of Mexico,Pensacola,Panama City,Tallahassee,Destin|美国,佛罗里达州,墨西哥湾,彭萨科拉,巴拿马城,塔拉哈西,德斯坦
us-louisiana US hurricane|United States,Louisiana,Gulf of Mexico,Lafayette,Lake Charles,Houma,Baton Rouge|美国,路易斯安那州,墨西哥湾,拉斐特,莱克查尔斯,霍玛,巴吞鲁日
mx-veracruz MX hurricane|Mexico,Veracruz,Gulf of Mexico,Tuxpan,Coatzacoalcos,Xalapa,Poza Rica|墨西哥,韦拉克鲁斯州,墨西哥湾,图斯潘,夸察夸尔科斯,哈拉帕,波萨里卡
bd-chittagong BD cyclone|Bangladesh,Chittagong,Bay of Bengal,Cox's Bazar,Chittagong,Comilla,Feni|孟加拉国,吉大港专区,孟加拉湾,科克斯巴扎尔,吉大港,库米拉,费尼
in-odisha IN cyclone|India,Odisha,Bay of Bengal,Puri,Bhubaneswar,Cuttack,Balasore|印度,奥里萨邦,孟加拉湾,普里,布巴内斯瓦尔,克塔克,巴拉索尔
mz-sofala MZ cyclone|Mozambique,Sofala,Indian Ocean,Beira,Dondo,Chimoio,Quelimane|莫桑比克,索法拉省,印度洋,贝拉,栋多,希莫尤,克利马内
au-queensland AU cyclone|Australia,Queensland,Coral Sea,Cairns,Townsville,Mackay,Bowen|澳大利亚,昆士兰州,珊瑚海,凯恩斯,汤斯维尔,麦凯,鲍恩
cl-antofagasta CL cyclone|Chile,Antofagasta,Pacific Ocean,Antofagasta,Calama,Tocopilla,Taltal|智利,安托法加斯塔大区,太平洋,安托法加斯塔,卡拉马,托科皮亚,塔尔塔尔
tr-van TR cyclone|Turkey,Van,Lake Van,Van,Tatvan,Bitlis,Hakkari|土耳其,凡省,凡湖,凡城,塔特万,比特利斯,哈卡里
np-gandaki NP cyclone|Nepal,Gandaki,Phewa Lake,Pokhara,Bharatpur,Butwal,Hetauda|尼泊尔,甘达基省,费瓦湖,博克拉,巴拉特普尔,布德沃尔,黑道达
id-aceh ID cyclone|Indonesia,Aceh,Andaman Sea,Banda Aceh,Meulaboh,Lhokseumawe,Langsa|印度尼西亚,亚齐省,安达曼海,班达亚齐,米拉务,司马威,冷沙
de-bavaria DE cyclone|Germany,Bavaria,Danube,Passau,Regensburg,Deggendorf,Straubing|德国,巴伐利亚州,多瑙河,帕绍,雷根斯堡,德根多尔夫,施特劳宾
pk-sindh PK cyclone|Pakistan,Sindh,Arabian Sea,Sukkur,Larkana,Dadu,Hyderabad|巴基斯坦,信德省,阿拉伯海,苏库尔,拉尔卡纳,达杜,海得拉巴
br-catarina BR cyclone|Brazil,Santa Catarina,Atlantic Ocean,Blumenau,Itajaí,Joinville,Brusque|巴西,圣卡塔琳娜州,大西洋,布卢梅瑙,伊塔雅伊,若茵维莱,布鲁斯克
ke-coast KE cyclone|Kenya,Kilifi,Indian Ocean,Mombasa,Malindi,Kilifi,Lamu|肯尼亚,基利菲郡,印度洋,蒙巴萨,马林迪,基利菲,拉穆
us-ohio US hurricane|United States,Ohio,Lake Erie,Toledo,Akron,Canton,Dayton|美国,俄亥俄州,伊利湖,托莱多,阿克伦,坎顿,代顿
ca-alberta CA hurricane|Canada,Alberta,Bow River,Red Deer,Lethbridge,Medicine Hat,Grande Prairie|加拿大,阿尔伯塔省,弓河,红鹿,莱斯布里奇,梅迪辛哈特,大草原城
es-murcia ES cyclone|Spain,Murcia,Mediterranean Sea,Murcia,Cartagena,Lorca,Águilas|西班牙,穆尔西亚大区,地中海,穆尔西亚,卡塔赫纳,洛尔卡,阿吉拉斯
cn-sichuan CN typhoon|China,Sichuan,Dadu River,Ya'an,Leshan,Yibin,Zigong|中国,四川省,大渡河,雅安,乐山,宜宾,自贡
cn-henan CN typhoon|China,Henan,Yellow River,Xinxiang,Anyang,Hebi,Kaifeng|中国,河南省,黄河,新乡,安阳,鹤壁,开封
gr-achaea GR cyclone|Greece,West Greece,Gulf of Patras,Patra,Aigio,Pyrgos,Agrinio|希腊,西希腊大区,帕特雷湾,帕特雷,艾吉翁,皮尔戈斯,阿格里尼翁
`

const STORMS = new Map([
  ['typhoon', 'typhoon'],
  ['hurricane', 'hurricane'],
  ['cyclone', 'cyclone'],
] as const)

function parseArea(line: string): Area {
  const [head = '', western = '', chinese = ''] = line.split('|')
  const [id = '', code = '', storm = ''] = head.split(' ')
  const [country = '', province = '', sea = '', ...towns] = western.split(',')
  const [zhCountry = '', zhProvince = '', zhSea = '', ...zhTowns] = chinese.split(',')
  return {
    id,
    code,
    country,
    province,
    sea,
    towns,
    zh: { country: zhCountry, province: zhProvince, sea: zhSea, towns: zhTowns },
    storm: STORMS.get(storm as 'typhoon') ?? 'cyclone',
  }
}

export const AREAS: readonly Area[] = TABLE.trim().split('\n').map(parseArea)

/** The area of the target event. */
export const TARGET_AREA: Area = AREAS[0]!

/** Areas with a coast that tropical storms reach. */
export const STORM_AREAS: readonly Area[] = AREAS.slice(1, 14)
