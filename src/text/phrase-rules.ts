/** Words, or the marks `,` and `.` of `wordUnits`, and what practically never follows them. */
type Rule = readonly [openers: string, barred: string]

const EN: readonly Rule[] = [
  [
    'the a an their our my your its every',
    'the a an of and or but is are was were be been has had have to by with from at for in on he she they we i it than because if as that this not which who when there will would can said',
  ],
  ['the a an their my your every', '. ,'],
  [
    'of from into',
    'of and or but is are was were be been has had have by with to in at for on he she they we i than because if not will would can said',
  ],
  ['to', 'and or but is was were has had of by with from than because that this which who he she they we'],
  ['and or', 'and or of . than'],
]

const DE: readonly Rule[] = [
  [
    'im zum zur vom beim ins eine einem eines',
    'und oder aber ist sind war waren wurde wurden wird werden hat haben hatte kann sich von für vom im am zum zur mit bei nach aus dass weil als wie er wir ich auch nur noch schon bis um so zu . ,',
  ],
  ['im zum zur vom beim ins', 'der die das den dem nicht es sie auf an in über unter vor'],
  [
    'der die den dem des',
    'und oder aber ist sind war waren wurde wurden wird werden hat haben hatte kann dass weil wenn . ,',
  ],
  ['dem des', 'der die das den dem des ein eine er wir ich sie es auch nur noch schon'],
  [
    'von für gegen ohne',
    'und oder aber ist sind war waren wurde wird hat haben von für vom im am zum zur mit bei nach aus dass weil er wir ich auch . ,',
  ],
  [
    'in mit bei',
    'und oder aber ist sind war waren wurde wird hat haben für vom im am zum zur dass weil er wir ich von',
  ],
  ['und oder', 'und oder . aber'],
]

const FR: readonly Rule[] = [
  [
    'du des au aux ces cette leurs',
    'et ou mais est sont était ont avait a du des au aux de le la les un une par avec sur pour dans il elle ils se car donc que qui en ne pas ce cette plus . ,',
  ],
  [
    'le la les un une',
    'et ou mais est sont était de du des au aux le la les un une par avec sur pour dans il elle ils que qui car . ,',
  ],
  ['de', 'et ou mais est sont était ont a il elle ils du des au aux que qui avec pour . ,'],
  ['dans par sur pour avec', 'et ou mais est sont était ont a il elle ils au aux'],
  ['dans par', 'que . , sur pour avec dans par'],
  ['et', 'et ou . mais'],
]

const ES: readonly Rule[] = [
  [
    'del al sus',
    'y o pero es son fue era ha han del al de en con por para se el la los las un una lo le no sus como más . ,',
  ],
  [
    'una un el los las la',
    'y o pero es son fue era del al con por para el la los las un una . , sin desde hasta',
  ],
  ['un el', 'ha han se lo le no'],
  ['de en con por para', 'y o pero es son fue era ha han se . ,'],
  ['en con', 'de en con por para'],
  ['de', 'del al con por para'],
  ['y', 'y o . pero'],
]

const IT: readonly Rule[] = [
  [
    'del della dei delle degli al alla nel nella dal dalla sul sulla gli il',
    'e o ma è sono era ha hanno del della dei delle al alla nel nella dal dalla con di da in si il la le i gli un una per non come a . ,',
  ],
  ['di da con per in', 'e o ma è sono era ha hanno del della dei delle nel nella dal dalla . ,'],
  ['e', 'e o . ma'],
]

const PT: readonly Rule[] = [
  [
    'do da dos das no na nos nas ao aos pelo pela',
    'e ou mas é são foi era tem do da dos das no na ao de em com por se o a os as um uma não como para pelo pela . ,',
  ],
  ['de em com para', 'e ou mas é são foi era tem do da dos das no na nos nas ao aos . ,'],
  ['e', 'e ou . mas'],
]

const NL: readonly Rule[] = [
  [
    'de',
    'en of maar is zijn was waren werd wordt heeft hebben van met voor door naar bij te dat de het een in op aan die er niet ook als om hij ze . ,',
  ],
  ['van', 'en of maar is was waren werd heeft hebben met voor door bij van . ,'],
  ['en', 'en of . maar'],
]

const SV: readonly Rule[] = [
  [
    'en ett',
    'och eller men är var har hade av från till med vid på i som att en ett den det de inte för han hon om . ,',
  ],
  ['och', 'och eller . men'],
]

const PL: readonly Rule[] = [
  [
    'w z na do od dla przez przy ze we',
    'i oraz a ale lub jest są był była było w z na do od dla przez przy po się że nie . ,',
  ],
  ['i oraz', 'i oraz lub . ale'],
]

const RU: readonly Rule[] = [
  [
    'в во на с со к ко из от для при об между через без',
    'и или но а в во на с со к из от для по при до у за же бы ли был была было были . ,',
  ],
  ['по до', 'или но а в во на с со к из от для по при же бы ли был была было были . ,'],
  ['и или', 'и или . но'],
]

const UK: readonly Rule[] = [
  [
    'в у на з із до від для по при',
    'і й та або але в у на з із до від для по при за що був була було були не . ,',
  ],
  ['і та', 'і й та або . але'],
]

const AR: readonly Rule[] = [
  ['في إلى على عن مع', 'في من إلى على عن مع قد كان كانت لم لن أو ثم لكن إن هو هي . ,'],
  ['من', 'في من إلى مع قد كان كانت لم لن أو ثم لكن إن . ,'],
  ['قد لم لن', 'في من إلى على عن مع قد لم لن أو ثم لكن أن التي الذي هذا هذه . ,'],
  ['التي الذي', 'التي الذي أو ثم لكن هذا هذه . ,'],
  ['أن', 'أن التي الذي أو ثم لكن . ,'],
]

const ZH: readonly Rule[] = [
  ['在 从 被 把 向 由 對 对 从 從', '的 了 在 从 被 把 向 由 和 与 與 及 是 也 都 就 将 將 . ,'],
  ['和 与 與 及', '的 了 在 被 把 和 与 與 及 是 也 都 就 . ,'],
  ['将 將', '的 了 和 与 與 及 是 也 都 . ,'],
  ['的', '的 了 在 从 被 把 和 与 與 及 也 都 就 将 將 ,'],
  ['了', '了 和 与 與 及 被 把 是'],
  ['也 都 就 还 還 又 已 已经 已經 正 正在 曾 仍', '的 和 与 與 及 . ,'],
  ['这 這 该 該 此 每 各', '的 了 和 与 與 及 被 把'],
  ['不 未 于 於 至 自 据 據 约 約 近', '的 和 与 與 及 被 把 也 都 就 . ,'],
  [', .', '的 了 着 們 们 吗 呢'],
]

const JA: readonly Rule[] = [
  ['を', 'を は が の に で と へ . ,'],
  ['は', 'を は が の へ .'],
  ['が', 'を は が の に へ'],
  ['に', 'を が に へ .'],
  ['へ', 'を が に へ . ,'],
  ['で', 'を で へ'],
  ['と', 'を と へ'],
  ['の', 'の へ .'],
  [', .', 'を は が の に へ'],
]

const LISTED: Readonly<Record<string, readonly Rule[]>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  pt: PT,
  nl: NL,
  sv: SV,
  pl: PL,
  ru: RU,
  uk: UK,
  ar: AR,
  zh: ZH,
  ja: JA,
}

/** What cannot follow a word. */
export type BarredAfter = ReadonlyMap<string, ReadonlySet<string>>

const rules: ReadonlyMap<string, BarredAfter> = new Map(
  Object.entries(LISTED).map(([language, listed]) => {
    const after = new Map<string, Set<string>>()
    for (const [openers, barred] of listed)
      for (const word of openers.split(' '))
        after.set(word, new Set([...(after.get(word) ?? []), ...barred.split(' ')]))
    return [language, after]
  }),
)

const NONE: BarredAfter = new Map()

/** By word, in lower case: the words and marks that cannot follow it. Only words are listed that are hardly ever anything else. */
export function barredAfter(language: string): BarredAfter {
  return rules.get(language.slice(0, 2).toLowerCase()) ?? NONE
}
