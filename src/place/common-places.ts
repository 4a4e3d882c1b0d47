import type { HanWord } from './han-words.ts'

/**
 * Chinese nouns for places that have no name of their own, by the kinds a reader would list: where something happened, care and
 * schools, traffic, shops, homes and buildings, work, land and water, parts of a settlement. Everyday words only.
 */
const NOUNS = setOf(`
  现场 灾区 震区 疫区 火场 震中 地点 地带 地区
  医院 诊所 病房 急诊室 手术室 卫生院 学校 校园 教室 中学 小学 大学 学院 幼儿园 宿舍 操场 图书馆
  机场 车站 火车站 地铁站 站台 码头 港口 路口 路段 公路 高速公路 高速路 国道 省道 铁路 大街 街道 街头 路面 路边 路旁 马路 道路 车道
  桥梁 大桥 隧道 收费站 服务区 加油站 停车场
  广场 公园 市场 商场 超市 商店 酒店 宾馆 旅馆 饭店 餐厅 餐馆 食堂 银行 影院 剧院 体育馆 体育场 博物馆
  大厦 大楼 楼房 房屋 房间 民房 民宅 住宅 别墅 公寓 小区 社区 办公室 走廊 楼道 楼梯 电梯 厨房 客厅 卧室 教堂 寺庙 清真寺
  工地 工厂 厂房 厂区 车间 仓库 矿井 煤矿 井下 营地 基地 监狱 看守所 派出所 法院 使馆 大使馆 领事馆
  海域 海面 海上 海岸 海滩 河道 河岸 湖面 水库 山区 山坡 山谷 森林 草原 沙漠 农田 空地 野外 户外 室内 室外 地面
  郊区 市区 城区 县城 市中心 闹市区 乡村 农村 村庄 乡镇 边境 境内
`)
const MAX_LENGTH = Math.max(...[...NOUNS].map((noun) => noun.length))

/** Single-character nouns that denote a place only with a position word: 楼下, 店内, 家里. */
const BASES = setOf('家 店 楼 房 屋 室 院 车 船 村 镇 城 街 路 桥 山 河 湖 海 江 水 地 井 厂 校 园 场 站 门')
const POSITIONS = setOf('上 下 里 内 中 外 前 后 旁 边 口')

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

/** Pre-check for place nouns; runs in linear time. */
export const COMMON_PLACE = `${[...NOUNS].join('|')}|[${[...BASES].join('')}][${[...POSITIONS].join('')}]`

/** Start of the place noun that ends with word `i`, or -1. */
export function commonPlaceStart(words: readonly HanWord[], i: number): number {
  const word = words[i]
  if (!word) return -1
  for (let length = Math.min(MAX_LENGTH, word.word.length); length >= 2; length--)
    if (NOUNS.has(word.word.slice(-length))) return word.end - length
  const last = word.word.slice(-1)
  if (!POSITIONS.has(last)) return -1
  if (word.word.length === 2) return BASES.has(word.word.slice(0, 1)) ? word.start : -1
  const before = words[i - 1]
  if (word.word.length > 1 || !before) return -1
  return BASES.has(before.word) ? before.start : -1
}
