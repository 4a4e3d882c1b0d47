import type { PageReading } from '../model/page.ts'
import type { Verdict } from '../model/verdict.ts'
import { normalized } from '../text/normalized.ts'

/** A page with more text than this has content of its own. */
const MAX_LETTERS = 700
/** A title longer than this is a headline. */
const MAX_TITLE_LENGTH = 120
/** Points from which a page counts as a response to a URL that does not exist. */
const ENOUGH = 3

/** "Not found", "does not exist" and "no longer available" in the wording of error pages, case folded. */
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
const NOT_FOUND = new RegExp(PHRASES.join('|'), 'u')
const NUMBER = /(?<!\d)(?:404|410)(?!\d)/

/**
 * Why a page with status 200 is a site's response to a URL that does not exist (a soft 404); null if it is a
 * real page. The wording of title and headings counts, and structure: hardly any text, `noindex`, a canonical
 * URL elsewhere, and no word of its own URL.
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
  const title = normalized(page.title.slice(0, MAX_TITLE_LENGTH), 'NFKC').toLowerCase()
  const titleAndHeadings = `${title}\n${page.groups.head.text.slice(0, MAX_LETTERS).toLowerCase()}`
  if (page.title.length <= MAX_TITLE_LENGTH && NOT_FOUND.test(titleAndHeadings))
    note(ENOUGH, `says that it was not found: ${page.title.trim()}`)
  else if (page.title.length <= MAX_TITLE_LENGTH && NUMBER.test(title)) note(2, `title: ${page.title.trim()}`)
  if (page.robots.noindex) note(1, 'noindex')
  if (hasOtherCanonical(page)) note(1, `canonical URL of another page: ${page.canonical}`)
  // The last sign is worth one point, and is the most expensive to check.
  if (points < ENOUGH - 1) return null
  const words = urlWords(page.url)
  const whole = `${title}\n${page.text.slice(0, 20_000).toLowerCase()}`
  if (words.length >= 3 && !words.some((word) => whole.includes(word)))
    note(1, `contains no word of its URL: ${words.slice(0, 4).join(', ')}`)
  return points >= ENOUGH ? signs : null
}

/** The verdict, except that a soft 404 is never relevant, whatever its words. */
export function unlessNotFound(page: PageReading, verdict: Verdict): Verdict {
  const because = notFoundSigns(page)
  if (!because) return verdict
  const notFound = { value: 1, weight: 1, because }
  return { relevance: 0, relevant: false, evidence: { ...verdict.evidence, notFound } }
}

/** The canonical URL is the home page or an error page, and this page is neither. */
function hasOtherCanonical({ canonical, url }: PageReading): boolean {
  if (canonical === null || canonical === url || !URL.canParse(canonical) || !URL.canParse(url)) return false
  const [named, own] = [new URL(canonical), new URL(url)]
  if (own.pathname === '/' && own.search === '') return false
  return (
    (named.pathname === '/' && named.search === '') ||
    /(?:^|\/)(?:404|error|not-?found)\b/i.test(named.pathname)
  )
}

/** Words of at least four letters in the last path segment. */
function urlWords(url: string): string[] {
  if (!URL.canParse(url)) return []
  const last = new URL(url).pathname.slice(0, 2_000).split('/').filter(Boolean).at(-1) ?? ''
  return last
    .toLowerCase()
    .split(/[^a-z]/)
    .filter((word) => word.length >= 4)
}
