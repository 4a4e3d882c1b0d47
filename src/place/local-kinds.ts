/** Endings of names of places too small for a gazetteer: units, quarters, roads, sites, waters. Everyday words only. */
const KINDS: ReadonlySet<string> = new Set(
  `村 镇 乡 县 区 市 旗 屯 寨 庄 街道 社区 新村 小区 家园 花园 开发区 工业区 工业园 景区 矿区 林场 农场
  路 街 巷 弄 桥 大道 大街 胡同 公路 高速公路 高速 国道 省道 县道 铁路 环路 大桥 立交桥 高架桥 隧道
  医院 卫生院 卫生所 诊所 门诊部 学校 中学 小学 大学 学院 幼儿园 机场 车站 火车站 客运站 收费站 服务区 加油站 港 码头
  酒店 宾馆 饭店 餐厅 大厦 大楼 广场 公园 商场 超市 市场 工厂 煤矿 矿 电站 电厂 水库 大坝 监狱 看守所 派出所 法院 教堂 寺 清真寺
  体育馆 体育场 博物馆 大使馆 领事馆
  岛 半岛 群岛 湾 湖 河 海峡 峡谷`.split(/\s+/),
)
const MAX_LENGTH = Math.max(...[...KINDS].map((kind) => kind.length))

/** Pattern for any kind; runs in linear time. */
export const ANY_KIND = [...KINDS].join('|')

/** The kind at the end of a word, or an empty string. */
export function kindOf(word: string): string {
  for (let length = Math.min(MAX_LENGTH, word.length); length > 0; length--)
    if (KINDS.has(word.slice(-length))) return word.slice(-length)
  return ''
}

/** Roads named by number: 318国道. */
export const NUMBERED_ROADS: ReadonlySet<string> = new Set([
  '国道',
  '省道',
  '县道',
  '高速',
  '高速公路',
  '公路',
])
