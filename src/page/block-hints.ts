import { NO_ATTRIBUTES } from '../html/element-names.ts'
import type { BlockNode } from './block-tree.ts'
import {
  HYPHEN,
  LAST_LETTER,
  partAutomaton,
  START,
  SYMBOLS,
  UNDERSCORE,
  wordAutomaton,
} from './name-automaton.ts'

/**
 * What an element's tag, role, class and id indicate about its content. `never`: not part of the article.
 * `seldom`: not part of it, unless it reads like prose. `comments`: readers' replies. `article`: the
 * article's text.
 */
export type BlockHint = 'never' | 'seldom' | 'comments' | 'article' | 'none'

const set = (list: string) => new Set(list.split(' '))

const TAGS: ReadonlyMap<string, BlockHint> = new Map([
  ...hinting('never', 'nav aside footer menu button figure figcaption label legend dialog search'),
  ...hinting('seldom', 'form fieldset address header'),
])
/** Their classes describe the whole page or post (`tag-sport has-sidebar`), not a part of it. */
const WHOLE_TAGS = set('html body main article')

const NEVER_ROLES = set(
  'navigation complementary contentinfo search dialog alertdialog menu menubar toolbar tablist alert',
)

/** Matched anywhere in a name: `articleSidebarLeft`, `relatedposts`. */
const NEVER_PARTS =
  'sidebar side-bar side_bar footer breadcrumb navig navbar nav-bar cookie consent gdpr newsletter subscri sponsor ' +
  'advert popup modal overlay related recommend social share sharing pagination pager toolbar outbrain taboola ' +
  'trending mostread most-read most_read mostpopular most-popular bookmark tagcloud ' +
  'taglist tag-list tags-list skip-link skiplink visually-hidden screen-reader sr-only noprint no-print ' +
  'print-only addtoany addthis shariff donat nextprev prevnext post-nav postnav similar ' +
  'linklist link-list copyright login signup sign-up paywall dropdown submenu author caption credit disclaimer disclosure'

const SELDOM_PARTS =
  'teaser banner promo byline rating register popular masthead feedback readmore read-more read_more ' +
  'slideshow gallery carousel slider infobox info-box thumb timestamp dateline'

/** Matched as whole words of a name only. */
const NEVER_WORDS = 'ad ads adverts nav menu tags widget rss bio toc cta legend next prev previous'
const SELDOM_WORDS =
  'tag tools bar foot side date time info top bottom header meta metadata utility notice search'
const COMMENT_WORDS = 'respond reply discussion'

/** `has-sidebar`, `tag-sport`: attributes of the element, not its kind. */
const ABOUT = 'has no not with is tag category cat type status elementor js col span grid section'

const COMMENT_PARTS = 'comment disqus kommentar replies livefyre guestbook'

const ARTICLE_PARTS =
  'articlebody article-body article_body article__body articletext article-text article_text article__text ' +
  'articlecontent article-content article_content article__content entry-content entry_content entrycontent ' +
  'post-content post_content postcontent post-body post_body postbody post-text post_text story-body storybody ' +
  'story_body story-content storycontent story-text storytext content-body content_body contentbody body-text ' +
  'bodytext body-copy bodycopy main-content maincontent main_content news-text newstext text-content ' +
  'field-name-body field--name-body page-content blog-content single-content the-content thecontent'

const COMMENTS_BIT = 1
const ARTICLE_BIT = 2
const NEVER_BIT = 4
const SELDOM_BIT = 8
const ABOUT_BIT = 16

const PARTS = partAutomaton([
  [COMMENTS_BIT, COMMENT_PARTS],
  [ARTICLE_BIT, ARTICLE_PARTS],
  [NEVER_BIT, NEVER_PARTS],
  [SELDOM_BIT, SELDOM_PARTS],
])
const WORDS = wordAutomaton([
  [COMMENTS_BIT, COMMENT_WORDS],
  [NEVER_BIT, NEVER_WORDS],
  [SELDOM_BIT, SELDOM_WORDS],
])
const BEGINNINGS = wordAutomaton([[ABOUT_BIT, ABOUT]])

/** The hint from an element's tag, role and microdata, without its names. */
export function markupHintOf({ tag, attributes }: BlockNode): BlockHint {
  const hint = TAGS.get(tag) ?? 'none'
  if (hint === 'never' || attributes === NO_ATTRIBUTES) return hint
  const { role, itemprop } = attributes
  if (role && NEVER_ROLES.has(role)) return 'never'
  if (itemprop && /articlebody/i.test(itemprop)) return 'article'
  if (itemprop === 'comment') return 'comments'
  return hint
}

/** All hints of a block element. */
export function hintOf(node: BlockNode): BlockHint {
  const hint = markupHintOf(node)
  const { tag, names } = node
  if (WHOLE_TAGS.has(tag) || (hint !== 'none' && hint !== 'seldom') || names === '') return hint
  const found = namesHint(names)
  return found === 'none' ? hint : found
}

const MAX_NAMES_LENGTH = 400

/** The first decisive name counts, otherwise the first one that makes the article unlikely. */
function namesHint(names: string): BlockHint {
  let hint: BlockHint = 'none'
  const length = Math.min(names.length, MAX_NAMES_LENGTH)
  for (let start = 0; start < length; ) {
    let end = start
    while (end < length && !isWhite(names.charCodeAt(end))) end++
    const found = end - start < 2 ? 'none' : nameHint(names, start, end)
    if (found === 'comments' || found === 'never' || found === 'article') return found
    if (found === 'seldom') hint = found
    start = end + 1
  }
  return hint
}

/**
 * One pass over the characters of a name. A word ends before anything that is not a letter, and before a
 * capital that follows a lower-case letter (`topNav`).
 */
function nameHint(names: string, start: number, end: number): BlockHint {
  let parts = 0
  let words = 0
  let part = START
  let word = START
  let beginning = START
  let begins = true
  let wasSmall = false
  for (let i = start; i < end; i++) {
    const code = names.charCodeAt(i)
    const symbol = code < SYMBOLS.length ? (SYMBOLS[code] ?? 0) : code === DOTTED_I ? LETTER_I : 0
    const isLetter = symbol > 0 && symbol <= LAST_LETTER
    const isLarge = code >= 0x41 && code <= 0x5a
    part = PARTS.next[(part << 5) | symbol] ?? START
    parts |= PARTS.found[part] ?? 0
    if (!isLetter || (isLarge && wasSmall)) {
      words |= WORDS.found[word] ?? 0
      word = START
    }
    if (isLetter) word = WORDS.next[(word << 5) | symbol] ?? START
    wasSmall = isLetter && !isLarge
    if (code === DOTTED_I) {
      words |= WORDS.found[word] ?? 0
      word = START
      part = START
      begins = false
    }
    if (!begins) continue
    if (isLetter) beginning = BEGINNINGS.next[(beginning << 5) | symbol] ?? START
    else if ((symbol === HYPHEN || symbol === UNDERSCORE) && BEGINNINGS.found[beginning]) return 'none'
    else begins = false
  }
  return hintOfBits(parts, words | (WORDS.found[word] ?? 0))
}

/** The hint of the parts and words of a name; the strongest counts. */
function hintOfBits(parts: number, words: number): BlockHint {
  if (parts & COMMENTS_BIT) return 'comments'
  if (parts & ARTICLE_BIT) return 'article'
  if (parts & NEVER_BIT) return 'never'
  if (words & COMMENTS_BIT) return 'comments'
  if (words & NEVER_BIT) return 'never'
  return (parts | words) & SELDOM_BIT ? 'seldom' : 'none'
}

function isWhite(code: number): boolean {
  if (code <= LAST_ASCII) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return /\s/.test(String.fromCharCode(code))
}

const LAST_ASCII = 0x7f
/** In lower case `İ` is an i and a combining mark, which ends the word. */
const DOTTED_I = 0x130
const LETTER_I = 9

function hinting(hint: BlockHint, words: string): [string, BlockHint][] {
  return words.split(' ').map((word) => [word, hint])
}
