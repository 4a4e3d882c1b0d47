import type { LanguageCode } from './languages.ts'
import { stopWordLists } from './libraries.ts'

/**
 * Words in the stop-word lists that can matter to an event (a fire, a bill, a strike, a war).
 * They are kept as terms.
 */
const KEPT: Partial<Record<LanguageCode, string>> = {
  en:
    '10 39 act affected area areas bill billion case cases cause causes changes computer cry dare downed effect face faces ' +
    'fire free general group groups hell help home hundred ill interest interests invention join line man member members ' +
    'men microsoft mill million mine miss mug net netscape novel order orders place places problem problems research right ' +
    'ring room rooms run shed shell state states stop system test thousand top trillion tv uk un value web wells work ' +
    'worked working works world young zero',
  es: 'empleo estado estados pais país sal trabaja trabajan trabajar trabajo verdad',
  fr: 'bat force gens parole',
  de: 'gott mann mensch menschen ordnung recht',
  it: 'ansa città consiglio forza gente mondo paese persone scola uomo vita',
  pt: 'estado grupo local sistema',
  ru:
    'белый вода война город голова голос деньги дверь дом дорога друг душа жена женщина жизнь земля книга комната лицо люди ' +
    'мать машина мир мира мор москва народ ночь отец окно правда путь работа работать ребенок россия рука русский свет ' +
    'сила советский стол страна товарищ улица человек',
  fa: 'آباد حق خدمات جناح',
  id: 'bapak kerja masalah',
  zh: '打 人',
}

/** Common function words missing from the lists. */
const ADDED: Partial<Record<LanguageCode, string>> = {
  uk: 'і в у на не що з за як до й а о по це та або якщо щоб тому через після перед при над між ж же би та ні ось той ця ці я ти він вона ми ви вони його її їх йому їй',
  vi: 'và của các là có được cho với trong những một này đã đang sẽ không người khi từ đến ra vào để tại thì mà bị theo về sau trước đó cũng như còn nhiều',
  bn: 'এবং ও এই সেই একটি করে হয় হয়েছে',
  hi: 'का के की को में से है हैं और ने पर यह वह था थी थे एक भी तो ही कि जो गया गई गए हुआ हुई हुए लिए कर रहा रही रहे',
  ko: '있는 있다 하는 했다 것으로 것이 위해 대한 통해 이번 지난 오늘',
  ja: 'さん する こと もの よう ため いる ある なる れる られる その この',
  lo: 'ແລະ ຂອງ ໃນ ທີ່ ເປັນ ໄດ້ ໃຫ້ ມີ ຈະ ບໍ່',
  km: 'និង នៃ ក្នុង នៅ បាន ជា ដែល មាន ដោយ ទៅ',
  my: 'သည် ကို တွင် နှင့် များ ၏ က မှ',
  ne: 'र छ को का की मा ले लाई यो त्यो छन् थियो पनि गरेको भएको',
  ta: 'ஒரு என்று மற்றும் இந்த அந்த உள்ள என',
  az: 'və bu bir ilə üçün də ki o',
  be: 'і ў у на не што з за як да а па гэта для ён яна яны мы вы',
}

/** The Malay list comes from business news and includes police and hospitals; Indonesian has the same function words. */
const BORROWED: Partial<Record<LanguageCode, LanguageCode>> = { ms: 'id' }

/** Stop words of a language, in the form that `normalise` returns. */
export function stopWordsOf(code: LanguageCode, normalise: (word: string) => string): ReadonlySet<string> {
  const lists = stopWordLists()
  const stop = new Set<string>()
  const source = BORROWED[code] ?? code
  const listed = Object.hasOwn(lists, source) ? (lists[source] ?? []) : []
  for (const word of [...listed, ...wordsIn(ADDED[code])]) stop.add(normalise(word))
  for (const word of wordsIn(KEPT[source])) stop.delete(normalise(word))
  return stop
}

function wordsIn(list: string | undefined): string[] {
  return list ? list.split(' ') : []
}
