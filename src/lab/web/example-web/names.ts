import type { Language } from './calendar.ts'
import { hashOf } from './random.ts'

/**
 * Invented people, organisations, companies, clubs and works. Surnames are made up and refer to no real
 * person.
 */
const FIRST = {
  en: 'Alma Benedict Carmela Dario Estela Fabian Greta Hiram Ines Jonas Katrin Leandro Mirela Nestor Odette Pavel Rosalind Silas Teodora Vernon'.split(
    ' ',
  ),
  zh: '文博 雨桐 志远 晓岚 建川 思敏 海峰 若溪 明轩 佳音'.split(' '),
}
const LAST = {
  en: 'Adarque Brennick Calduza Dalinog Eskelby Farrowin Galvanto Hestermark Ikarada Jornevik Kalbayan Lomadico Marrowby Norvaldo Ostrandy Pelliguer Quintaya Rovandel Solendres Tolmasin Umbrecho Veyra Wexmoor Yandolo Zubirat'.split(
    ' ',
  ),
  zh: '阿达克 布伦尼 卡杜萨 达利诺 埃斯科 法罗温 加万托 伊卡达 卡巴延 洛马迪 索伦德 托马辛 维拉'.split(' '),
}
const ORGANISATIONS = {
  weather: {
    en: [
      'the Archipelago Weather Bureau',
      'the National Storm Office',
      'the Meteorological Watch',
      'the Coastal Forecast Centre',
    ],
    zh: ['群岛气象局', '国家风暴预报中心', '气象观测署', '海岸预报中心'],
  },
  civil: {
    en: ['the Civil Protection Office', 'the Disaster Coordination Agency', 'the National Emergency Board'],
    zh: ['民防办公室', '灾害协调署', '国家应急委员会'],
  },
  relief: {
    en: [
      'Blue Lantern Relief',
      'Open Harbour Aid',
      'the Shoreline Foundation',
      'Bread and Boats',
      'Doctors of the Isles',
    ],
    zh: ['蓝灯救助会', '开放港湾援助组织', '海岸线基金会', '面包与船', '群岛医生组织'],
  },
}
const COMPANIES = {
  en: 'Ostrel Harvane Quillmark Tessera Vandolin Brightquay Corvalis Nimbrook Pellworth Sandrift'.split(' '),
  zh: '奥斯特 海文 奎尔 泰瑟 万德林 明港 科瓦 宁溪 佩沃 沙流'.split(' '),
}
const COMPANY_KINDS = {
  en: ['Shipping', 'Foods', 'Power', 'Telecom', 'Bank', 'Motors'],
  zh: ['航运', '食品', '电力', '电信', '银行', '汽车'],
}
const TEAM_TOWNS = {
  en: 'Northport Eastvale Marlow Southbay Greenfell Highwater Rockmoor Lakeside'.split(' '),
  zh: '北港 东谷 马洛 南湾 绿岭 高水 岩原 湖畔'.split(' '),
}
const TEAM_KINDS = {
  en: ['Herons', 'Rovers', 'Comets', 'United', 'Pilots', 'Storm'],
  zh: ['苍鹭队', '流浪者队', '彗星队', '联队', '飞行员队', '风暴队'],
}
const WORDS = {
  en: 'Harbour Winter Letter Salt Lantern Orchard Silence River Garden Tide'.split(' '),
  zh: '港口 冬天 信 盐 灯笼 果园 沉默 河流 花园 潮水'.split(' '),
}

/** Spanish and Tagalog pages use the Latin names. */
function script(language: Language): 'en' | 'zh' {
  return language === 'zh' ? 'zh' : 'en'
}

function drawn(list: readonly string[], seed: number, salt: number): string {
  return list[hashOf(seed, salt) % list.length]!
}

export function personName(seed: number, language: Language): string {
  const of = script(language)
  return of === 'zh'
    ? `${drawn(FIRST.zh, seed, 1)}·${drawn(LAST.zh, seed, 2)}`
    : `${drawn(FIRST.en, seed, 1)} ${drawn(LAST.en, seed, 2)}`
}

export function organisation(kind: keyof typeof ORGANISATIONS, seed: number, language: Language): string {
  return drawn(ORGANISATIONS[kind][script(language)], seed, 3)
}

export function companyName(seed: number, language: Language): string {
  const of = script(language)
  return [drawn(COMPANIES[of], seed, 4), drawn(COMPANY_KINDS[of], seed, 5)].join(of === 'zh' ? '' : ' ')
}

export function teamName(seed: number, language: Language): string {
  const of = script(language)
  return [drawn(TEAM_TOWNS[of], seed, 6), drawn(TEAM_KINDS[of], seed, 7)].join(of === 'zh' ? '' : ' ')
}

export function titleOf(seed: number, language: Language): string {
  const of = script(language)
  return of === 'zh'
    ? `${drawn(WORDS.zh, seed, 8)}与${drawn(WORDS.zh, seed, 9)}`
    : `The ${drawn(WORDS.en, seed, 8)} and the ${drawn(WORDS.en, seed, 9)}`
}
