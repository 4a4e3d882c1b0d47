/** Where on the page something stands, as far as the elements around it tell. */
export type Region = 'main' | 'comment' | 'aside'

/** The region of an element, and whether an article (or the page's main part) is around it. */
export interface Standing {
  readonly region: Region
  readonly inArticle: boolean
}

/** The page as a whole. */
export const PAGE: Standing = { region: 'main', inArticle: false }

const COMMENT =
  /comment(?!ary|ator|-?(?:link|count|s-link|-open|s-open))|kommentar(?!-?link)|disqus|(?:^|[^a-z])repl(?:y|ies)(?:$|[^a-z])|(?:^|[^a-z])respond|webmention|trackback|pingback|guestbook/
const ASIDE =
  /related|sidebar(?!-?(?:wrap|layout|container))|widget_|recommend|similar|also-?(?:like|read)|more-?(?:news|posts|articles|stories|from)|most-?(?:read|viewed|popular)|popular|latest|recent|trending|newsletter|promo(?!ted)|carousel|upcoming|calendar|kalender|archive(?!d)|pagination|prev(?:ious)?-?(?:post|article)|next-?(?:post|article)|post-navigation|(?:^|[^a-z])nav(?:igation|bar)?(?:$|[^a-z])|(?:^|[^a-z])menu|copyright|imprint|impressum|cookie|consent|ticker|weather|wetter|breadcrumb|modal|popup|marginal/
const FOOTER = /(?:^|[^a-z])footer|page-?foot|site-?foot/
const ARTICLE = /(?:^|[^a-z])(?:h?entry|article|artikel|beitrag|post|news-?detail)(?:$|[^a-z])/

/** What the names of an element say it is. */
export type NamedPart = 'comment' | 'aside' | 'article' | 'footer' | null

/** Where an element with this tag, whose names say it is this part of a page, stands. */
export function regionOf(tag: string, named: NamedPart, parent: Standing): Standing {
  const { region, inArticle } = parent
  if (tag === 'html' || tag === 'body') return parent
  if (region !== 'main') return parent
  if (tag === 'nav') return { region: 'aside', inArticle }
  // The margin and the footer of an article often carry its date; those of the page carry other things.
  if (tag === 'aside' || tag === 'footer') return { region: inArticle ? 'main' : 'aside', inArticle }
  if (named === 'footer') return { region: inArticle ? 'main' : 'aside', inArticle }
  if (named === 'article' || tag === 'article' || tag === 'main') return { region: 'main', inArticle: true }
  return named ? { region: named, inArticle } : parent
}

/** What part of a page the class and id of an element name, in lower case. */
export function partNamed(names: string): NamedPart {
  if (COMMENT.test(names)) return 'comment'
  if (ASIDE.test(names)) return 'aside'
  if (ARTICLE.test(names)) return 'article'
  return FOOTER.test(names) ? 'footer' : null
}
