/** Chinese nouns for places that have no name of their own: scenes, buildings, roads, surroundings. Longest first where one holds another. */
const NOUNS =
  `现场 现場 灾区 震区 疫区 震中 火场 医院 病房 学校 校园 教室 中学 小学 大学 幼儿园 机场 火车站 车站 地铁 站台 码头 港口 路口 路段 高速公路 高速路 高速 公路 国道
  省道 铁路 大街 街道 街头 街上 路上 路面 路边 路旁 马路 道路 车道 大桥 隧道 广场 公园 市场 商场 超市 商店 店内 店铺 酒店 宾馆 饭店 餐厅 食堂 大厦 大楼 楼房 楼内
  楼下 楼上 楼顶 房屋 房间 房内 民房 民宅 屋内 室内 室外 家中 家里 住宅 宿舍 小区 社区 村庄 村里 村委会 工地 工厂 厂房 厂区 车间 仓库 矿井 煤矿 井下 车厢 车内 车上 船上
  办公室 派出所 法院 监狱 银行 院内 地上 地面 地下 水中 河中 海上 海域 海面 海岸 山上 山区 山坡 郊区 市区 城区 县城 乡村 农村 当地 境内 附近 周边 沿线 一带 事发地 空地 户外 野外 边境
  大使馆 使馆 营地 基地 收费站 服务区 加油站 停车场 电影院 体育馆 体育场 教堂 寺庙 清真寺`
    .split(/\s+/)
    .filter((noun) => noun !== '')

const LONGEST = Math.max(...NOUNS.map((noun) => noun.length))
const KNOWN: ReadonlySet<string> = new Set(NOUNS)
const HEADS: ReadonlySet<string> = new Set(NOUNS.map((noun) => noun.charAt(0)))

/** Where such nouns stand in a text, left to right, the longest at each letter. */
export function findCommonPlaces(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (let i = 0; i < text.length; i++) {
    if (!HEADS.has(text.charAt(i))) continue
    for (let length = Math.min(LONGEST, text.length - i); length >= 2; length--) {
      if (!KNOWN.has(text.slice(i, i + length))) continue
      found.push({ start: i, end: i + length })
      i += length - 1
      break
    }
  }
  return found
}
