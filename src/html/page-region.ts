/** The region of the page, according to the enclosing elements. */
export type Region = 'main' | 'comment' | 'aside'

/** The region of an element, and whether it is inside an article or the main part. */
export interface RegionContext {
  readonly region: Region
  readonly inArticle: boolean
}

/** The page as a whole. */
export const PAGE: RegionContext = { region: 'main', inArticle: false }

const COMMENT =
  /comment(?!ary|ator|-?(?:link|count|s-link|-open|s-open))|kommentar(?!-?link)|disqus|(?:^|[^a-z])repl(?:y|ies)(?:$|[^a-z])|(?:^|[^a-z])respond|webmention|trackback|pingback|guestbook/
const ASIDE =
  /related|sidebar(?!-?(?:wrap|layout|container))|widget_|recommend|similar|also-?(?:like|read)|more-?(?:news|posts|articles|stories|from)|most-?(?:read|viewed|popular)|popular|latest|recent|trending|newsletter|promo(?!ted)|carousel|upcoming|calendar|kalender|archive(?!d)|pagination|prev(?:ious)?-?(?:post|article)|next-?(?:post|article)|post-navigation|(?:^|[^a-z])nav(?:igation|bar)?(?:$|[^a-z])|(?:^|[^a-z])menu|copyright|imprint|impressum|cookie|consent|ticker|weather|wetter|breadcrumb|modal|popup|marginal/
const FOOTER = /(?:^|[^a-z])footer|page-?foot|site-?foot/
const ARTICLE = /(?:^|[^a-z])(?:h?entry|article|artikel|beitrag|post|news-?detail)(?:$|[^a-z])/

/** The part of the page that an element's names indicate. */
export type NamedPart = 'comment' | 'aside' | 'article' | 'footer' | null

/** The region of an element with this tag and named part. */
export function regionOf(tag: string, named: NamedPart, parent: RegionContext): RegionContext {
  const { region, inArticle } = parent
  if (tag === 'html' || tag === 'body') return parent
  if (region !== 'main') return parent
  if (tag === 'nav') return { region: 'aside', inArticle }
  // The aside and footer of an article often hold its date; those of the page do not.
  if (tag === 'aside' || tag === 'footer') return { region: inArticle ? 'main' : 'aside', inArticle }
  if (named === 'footer') return { region: inArticle ? 'main' : 'aside', inArticle }
  if (named === 'article' || tag === 'article' || tag === 'main') return { region: 'main', inArticle: true }
  return named ? { region: named, inArticle } : parent
}

/** The part of the page that class and id, in lower case, indicate. */
export function namedPart(names: string): NamedPart {
  if (COMMENT.test(names)) return 'comment'
  if (ASIDE.test(names)) return 'aside'
  if (ARTICLE.test(names)) return 'article'
  return FOOTER.test(names) ? 'footer' : null
}
