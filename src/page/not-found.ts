import type { PageReading } from '../model/page.ts'
import type { Verdict } from '../model/verdict.ts'

/** Words or signs beyond which a page says more than that it has nothing to say. */
const MAX_LETTERS = 700
/** A title longer than this is a headline. */
const MAX_TITLE_LENGTH = 120
/** From this many points on a page is taken for the answer to an address that does not exist. */
const ENOUGH = 3

/** "Not found", "does not exist", "no longer available" as error pages say it, case folded. */
const PHRASES = [
  'not found|page missing|no such page|does not exist|doesn.t exist|no longer available|cannot be found|can.t be found',
  'nicht gefunden|existiert nicht|nicht mehr verfügbar',
  'introuvable|non trouvée|n.existe pas|n.existe plus',
  'no encontrad[ao]|no existe|não encontrad[ao]|não existe|no trobada',
  'non trovat[ao]|non esiste|niet gevonden|bestaat niet',
  'hittades inte|finns inte|ikke fundet|ikke funnet|findes ikke|finnes ikke|ei löydy|ei löytynyt',
  'nie znaleziono|nie istnieje|nenalezena|nenalezeno|neexistuje|nem található|nu a fost găsit|nu există',
  'не найден|не существует|не знайдено|не існує|не е намерен',
  'δεν βρέθηκε|δεν υπάρχει|bulunamadı|mevcut değil|לא נמצא|غير موجود|لم يتم العثور|یافت نشد|پیدا نشد',
  'नहीं मिला|पाया नहीं|পাওয়া যায়নি|ไม่พบหน้า|không tìm thấy|không tồn tại|tidak ditemukan|tidak dijumpai',
  '不存在|找不到|未找到|無法找到|无法找到|已被删除|已被刪除|見つかりません|存在しません|찾을 수 없|존재하지 않',
]
const SAYS_SO = new RegExp(PHRASES.join('|'), 'u')
const NUMBER = /(?<!\d)(?:404|410)(?!\d)/

/**
 * Why a page that came with status 200 is a site's answer to an address it does not have; null when it is a page. Title and
 * headings count for what they say, the rest is structure: hardly any text, kept out of indexes, a canonical address elsewhere, and nothing of the
 * words in its own address.
 */
function notFoundSigns(page: PageReading): string[] | null {
  if (page.form !== 'page') return null
  const text = page.mainText || page.text
  if (text.length > MAX_LETTERS) return null
  const signs: string[] = []
  let points = 0
  const note = (worth: number, sign: string) => {
    points += worth
    signs.push(sign)
  }
  const title = page.title.slice(0, MAX_TITLE_LENGTH).normalize('NFKC').toLowerCase()
  const said = `${title}\n${page.groups.head.text.slice(0, MAX_LETTERS).toLowerCase()}`
  if (page.title.length <= MAX_TITLE_LENGTH && SAYS_SO.test(said))
    note(ENOUGH, `it says so: ${page.title.trim()}`)
  else if (page.title.length <= MAX_TITLE_LENGTH && NUMBER.test(title))
    note(2, `its title is ${page.title.trim()}`)
  if (page.robots.noindex) note(1, 'it asks not to be indexed')
  if (leadsAway(page)) note(1, `it names another page as its own: ${page.canonical}`)
  // The last sign is worth one point, and takes longest to look for.
  if (points < ENOUGH - 1) return null
  const words = addressWords(page.url)
  const whole = `${title}\n${page.text.slice(0, 20_000).toLowerCase()}`
  if (words.length >= 3 && !words.some((word) => whole.includes(word)))
    note(1, `it has none of the words of its address: ${words.slice(0, 4).join(', ')}`)
  return points >= ENOUGH ? signs : null
}

/** The verdict, unless the page only says that it does not exist: then it is worth nothing, whatever its words. */
export function unlessNotFound(page: PageReading, verdict: Verdict): Verdict {
  const because = notFoundSigns(page)
  if (!because) return verdict
  const notFound = { value: 1, weight: 1, because }
  return { relevance: 0, relevant: false, evidence: { ...verdict.evidence, notFound } }
}

/** The canonical address is the home page or an error page, and this is neither. */
function leadsAway({ canonical, url }: PageReading): boolean {
  if (canonical === null || canonical === url || !URL.canParse(canonical) || !URL.canParse(url)) return false
  const [named, own] = [new URL(canonical), new URL(url)]
  if (own.pathname === '/' && own.search === '') return false
  return (
    (named.pathname === '/' && named.search === '') ||
    /(?:^|\/)(?:404|error|not-?found)\b/i.test(named.pathname)
  )
}

/** Words of the last segment, four letters or more. */
function addressWords(url: string): string[] {
  if (!URL.canParse(url)) return []
  const last = new URL(url).pathname.slice(0, 2_000).split('/').filter(Boolean).at(-1) ?? ''
  return last
    .toLowerCase()
    .split(/[^a-z]/)
    .filter((word) => word.length >= 4)
}
