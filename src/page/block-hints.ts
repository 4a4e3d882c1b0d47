import { createRootFinder } from '../text/root-finder.ts'
import type { BlockNode } from './block-tree.ts'

/**
 * What an element's name, role, class and id say about its content:
 * `never` is not the article; `seldom` is not, unless it reads like prose; `comments` are readers' replies;
 * `article` says it is the article's text.
 */
export type BlockHint = 'never' | 'seldom' | 'comments' | 'article' | 'none'

const set = (list: string) => new Set(list.split(' '))
const anyOf = (list: string) => new RegExp(list.split(' ').join('|'))

const NEVER_TAGS = set('nav aside footer menu button figure figcaption label legend dialog search')
const SELDOM_TAGS = set('form fieldset address header')
/** Their classes describe the whole page or post (`tag-sport has-sidebar`), not a part of it. */
const WHOLE_TAGS = set('html body main article')

const NEVER_ROLES = set(
  'navigation complementary contentinfo search dialog alertdialog menu menubar toolbar tablist alert',
)

/** Looked for anywhere in a name: `articleSidebarLeft`, `relatedposts`. */
const NEVER_PARTS = anyOf(
  'sidebar side-bar side_bar footer breadcrumb navig navbar nav-bar cookie consent gdpr newsletter subscri sponsor ' +
    'advert popup modal overlay related recommend social share sharing pagination pager toolbar outbrain taboola ' +
    'trending mostread most-read most_read mostpopular most-popular bookmark tagcloud ' +
    'taglist tag-list tags-list skip-link skiplink visually-hidden screen-reader sr-only noprint no-print ' +
    'print-only addtoany addthis shariff donat nextprev prevnext post-nav postnav similar ' +
    'linklist link-list copyright login signup sign-up paywall dropdown submenu author caption credit disclaimer disclosure',
)

const SELDOM_PARTS = anyOf(
  'teaser banner promo byline rating register popular masthead feedback readmore read-more read_more ' +
    'slideshow gallery carousel slider infobox info-box thumb timestamp dateline',
)

/** Whole words of a name only. */
const WORDS: ReadonlyMap<string, BlockHint> = new Map([
  ...hinting('never', 'ad ads adverts nav menu tags widget rss bio toc cta legend next prev previous'),
  ...hinting(
    'seldom',
    'tag tools bar foot side date time info top bottom header meta metadata utility notice search',
  ),
  ...hinting('comments', 'respond reply discussion'),
])

/** `has-sidebar`, `tag-sport`: said about the element, not what it is. */
const ABOUT = /^(?:has|no|not|with|is|tag|category|cat|type|status|elementor|js|col|span|grid|section)[-_]/

const COMMENT_PARTS = anyOf('comment disqus kommentar replies livefyre guestbook')

const ARTICLE_PARTS = anyOf(
  'articlebody article-body article_body article__body articletext article-text article_text article__text ' +
    'articlecontent article-content article_content article__content entry-content entry_content entrycontent ' +
    'post-content post_content postcontent post-body post_body postbody post-text post_text story-body storybody ' +
    'story_body story-content storycontent story-text storytext content-body content_body contentbody body-text ' +
    'bodytext body-copy bodycopy main-content maincontent main_content news-text newstext text-content ' +
    'field-name-body field--name-body page-content blog-content single-content the-content thecontent',
)

/** Whether a name may hold any of these parts: most hold none, and one look is cheaper than four searches. */
const mayHoldPart = createRootFinder(
  [COMMENT_PARTS, ARTICLE_PARTS, NEVER_PARTS, SELDOM_PARTS].flatMap(({ source }) => source.split('|')),
)

/** The hints of an element's tag, role and microdata, without its names. */
export function markupHintOf({ tag, attributes }: BlockNode): BlockHint {
  if (NEVER_TAGS.has(tag)) return 'never'
  const { role, itemprop } = attributes
  if (role && NEVER_ROLES.has(role)) return 'never'
  if (itemprop && /articlebody/i.test(itemprop)) return 'article'
  if (itemprop === 'comment') return 'comments'
  return SELDOM_TAGS.has(tag) ? 'seldom' : 'none'
}

/** All hints of the block elements of one page: of each name and each list of names once, since most are like another. */
export function createHintReader(): (node: BlockNode) => BlockHint {
  const known = new Map<string, BlockHint>()
  const single = new Map<string, BlockHint>()
  return (node) => {
    const hint = markupHintOf(node)
    const { tag, names } = node
    if (WHOLE_TAGS.has(tag) || (hint !== 'none' && hint !== 'seldom') || names === '') return hint
    let said = known.get(names)
    if (said === undefined) {
      said = namesHint(names.slice(0, LONGEST_NAMES), single)
      known.set(names, said)
    }
    return said === 'none' ? hint : said
  }
}

const LONGEST_NAMES = 400

/** The first name that decides does so; else one that makes the article unlikely. */
function namesHint(names: string, known: Map<string, BlockHint>): BlockHint {
  let hint: BlockHint = 'none'
  for (const name of names.split(/\s/)) {
    let said = known.get(name)
    if (said === undefined) {
      said = nameHint(name)
      known.set(name, said)
    }
    if (said === 'comments' || said === 'never' || said === 'article') return said
    if (said === 'seldom') hint = said
  }
  return hint
}

function nameHint(name: string): BlockHint {
  if (name.length < 2) return 'none'
  const lower = name.toLowerCase()
  if (ABOUT.test(lower)) return 'none'
  const mayHold = mayHoldPart(lower)
  if (mayHold && COMMENT_PARTS.test(lower)) return 'comments'
  if (mayHold && ARTICLE_PARTS.test(lower)) return 'article'
  if (mayHold && NEVER_PARTS.test(lower)) return 'never'
  const said = wordsHint(name === lower ? lower : name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
  return said === 'none' && mayHold && SELDOM_PARTS.test(lower) ? 'seldom' : said
}

/** What the words of a name say: of several the gravest counts. */
function wordsHint(name: string): BlockHint {
  let hint: BlockHint = 'none'
  for (const word of name.split(/[^a-z]/)) {
    const said = WORDS.get(word)
    if (said === 'comments') return said
    if (said !== undefined && hint !== 'never') hint = said
  }
  return hint
}

function hinting(hint: BlockHint, words: string): [string, BlockHint][] {
  return words.split(' ').map((word) => [word, hint])
}
