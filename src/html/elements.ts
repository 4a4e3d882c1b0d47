import type { TagGroup } from '../model/page.ts'

const words = (list: string) => new Set(list.split(' '))

/** Elements that never have content. */
export const VOID = words(
  'area base basefont bgsound br col command embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose content is plain text up to their end tag. */
export const RAW_TEXT = words('script style title textarea iframe xmp noembed noframes plaintext')

/** Block elements. `isBlock` adds custom elements (with a hyphen). */
const BLOCK = words(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup ' +
    'option p picture pre search section summary table tbody td template tfoot th thead tr ul video audio',
)

export const isBlock = (tag: string): boolean => BLOCK.has(tag) || (tag.length > 3 && tag.includes('-'))

/** Block elements that count as a link's division: panels, cells and items, but not single paragraphs. */
export const DIVISION = words(
  'div section article aside main nav header footer li td th dd dt figure blockquote form fieldset details ' +
    'body center address menu dialog',
)

/** Elements whose content a reader never sees, or sees only as a control. */
export const INVISIBLE = words(
  'head script style noscript template svg iframe object embed applet audio video canvas select datalist ' +
    'option optgroup textarea noembed noframes title rp',
)

/** Opening the key ends these, when nothing but inline elements is open inside them (for table parts: no table). */
export const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    li: 'li',
    dt: 'dt dd',
    dd: 'dt dd',
    tr: 'tr td th caption colgroup',
    td: 'td th caption colgroup',
    th: 'td th caption colgroup',
    thead: 'caption colgroup',
    tbody: 'thead tbody tr td th caption colgroup',
    tfoot: 'thead tbody tr td th',
    option: 'option',
    optgroup: 'option optgroup',
    a: 'a',
    button: 'button',
    rt: 'rt rp',
    rp: 'rt rp',
    h1: 'h1 h2 h3 h4 h5 h6',
    h2: 'h1 h2 h3 h4 h5 h6',
    h3: 'h1 h2 h3 h4 h5 h6',
    h4: 'h1 h2 h3 h4 h5 h6',
    h5: 'h1 h2 h3 h4 h5 h6',
    h6: 'h1 h2 h3 h4 h5 h6',
  }).map(([tag, ended]) => [tag, words(ended)]),
)

/** Elements that end an open paragraph. */
export const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt main menu nav ol p pre search section summary table ul',
)

/** Elements of the head: any other ends it. */
export const HEAD_CONTENT = words(
  'title meta link base basefont bgsound script style noscript template command',
)

/** Inline elements: their end tags never close blocks opened inside them. */
export const INLINE = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp small ' +
    'span strike strong sub sup time tt u var',
)

/** End tags do not close elements beyond these. */
export const BARRIER = words('table td th caption template object')

/** Table parts may be closed across cells and tables in between. */
export const TABLE_PART = words('table thead tbody tfoot tr td th caption template object')

/** HTML elements that end an open svg or math element. */
export const ENDS_FOREIGN = words(
  'blockquote body br center div dl dt dd h1 h2 h3 h4 h5 h6 head hr img li menu meta ol p pre section ' +
    'article aside nav footer header main script table ul',
)

/** OA table 2. Other elements belong to the group of the element around them. */
export const GROUP_OF: ReadonlyMap<string, TagGroup> = new Map([
  ['h1', 'head'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['h4', 'emphasis'],
  ['h5', 'emphasis'],
  ['h6', 'emphasis'],
  ['strong', 'emphasis'],
  ['b', 'emphasis'],
  ['p', 'body'],
  ['td', 'body'],
  ['li', 'body'],
])

/** Every name in these lists, and others with a meaning of their own. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...[VOID, RAW_TEXT, BLOCK, DIVISION, INVISIBLE, ENDS_PARAGRAPH, HEAD_CONTENT, INLINE, BARRIER].flatMap(
    (names) => [...names],
  ),
  ...[TABLE_PART, ENDS_FOREIGN, ...ENDED_BY.values()].flatMap((names) => [...names]),
  ...['math', 'foreignobject', 'button', 'g', 'path', 'use'],
])
