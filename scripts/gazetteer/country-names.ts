/** Names of countries used in the press that the packages lack. `short` forms count only as written, in capitals. */
export const COUNTRY_NAMES: ReadonlyMap<
  string,
  {
    readonly names?: readonly string[]
    readonly short?: readonly string[]
    readonly demonyms?: readonly string[]
  }
> = new Map([
  [
    'US',
    {
      names: ['United States of America', 'America', 'United States', 'the States', '美国'],
      short: ['US', 'USA', 'U.S.', 'U.S.A.'],
      demonyms: ['American', 'Americans'],
    },
  ],
  [
    'GB',
    {
      names: ['Great Britain', 'Britain', 'United Kingdom', '英国'],
      short: ['UK', 'U.K.'],
      demonyms: ['British', 'Briton', 'Britons'],
    },
  ],
  ['AE', { names: ['Emirates'], short: ['UAE', 'U.A.E.'], demonyms: ['Emirati'] }],
  [
    'CD',
    {
      names: [
        'Democratic Republic of Congo',
        'Democratic Republic of the Congo',
        'DR Congo',
        'Congo-Kinshasa',
        'Zaire',
        '刚果民主共和国',
      ],
      short: ['DRC'],
    },
  ],
  ['CG', { names: ['Congo-Brazzaville', 'Republic of Congo', 'Congo'] }],
  ['CF', { names: ['Central African Republic'], short: ['CAR'] }],
  ['CI', { names: ['Ivory Coast', "Cote d'Ivoire"], demonyms: ['Ivorian'] }],
  ['CZ', { names: ['Czech Republic', 'Czechia'], demonyms: ['Czech'] }],
  ['MK', { names: ['Macedonia'] }],
  ['SZ', { names: ['Swaziland'] }],
  ['CV', { names: ['Cape Verde'] }],
  ['TL', { names: ['East Timor'] }],
  ['MM', { names: ['Burma', 'Myanmar'], demonyms: ['Burmese'] }],
  ['NL', { names: ['Holland', 'The Netherlands', '荷兰'], demonyms: ['Dutch'] }],
  ['VA', { names: ['Vatican', 'Holy See'] }],
  [
    'KR',
    {
      names: ['Republic of Korea', 'South Korea', 'Korea', '韩国'],
      short: ['ROK'],
      demonyms: ['South Korean'],
    },
  ],
  ['KP', { names: ['North Korea', '朝鲜'], short: ['DPRK'] }],
  [
    'PS',
    { names: ['Palestine', 'Palestinian territories', 'Palestinian Territories'], demonyms: ['Palestinian'] },
  ],
  ['RU', { names: ['Russian Federation', '俄罗斯'] }],
  [
    'CN',
    {
      names: ["People's Republic of China", 'Mainland China', '中国', '中國'],
      short: ['PRC'],
      demonyms: ['Chinese'],
    },
  ],
  ['TW', { names: ['Taiwan', '台湾', '臺灣', '台灣'] }],
  ['HK', { names: ['Hong Kong', '香港'] }],
  ['MO', { names: ['Macau', 'Macao', '澳门'] }],
  ['SY', { names: ['Syria'] }],
  ['LA', { names: ['Laos'] }],
  ['VN', { names: ['Viet Nam', 'Vietnam'] }],
  ['TR', { names: ['Turkey', 'Türkiye'] }],
  ['BA', { names: ['Bosnia', 'Bosnia-Herzegovina', 'Bosnia and Herzegovina'] }],
  ['TT', { names: ['Trinidad and Tobago'] }],
  ['PG', { names: ['Papua New Guinea'], short: ['PNG'] }],
  ['SA', { names: ['Saudi Arabia'], demonyms: ['Saudi', 'Saudis'] }],
  ['NZ', { names: ['New Zealand'] }],
  ['PH', { names: ['The Philippines', 'Philippines'], demonyms: ['Filipino', 'Filipinos', 'Philippine'] }],
])
