import { normaliseEscapes } from './escapes.ts'
import { isSession } from './session-ids.ts'

export interface QueryRules {
  /** Hosts on which the order of parameters is significant. Default: none. */
  readonly keepOrder?: ReadonlySet<string>
  /** Further parameters to drop, in lower case. Default: none. */
  readonly dropParameters?: ReadonlySet<string>
}

/** Parameters that track visitors and do not affect the page, as documented by the tools that add them. */
const TRACKING_NAMES = new Set(
  [
    // Ad clicks: Google, Microsoft, Meta, X, TikTok, LinkedIn, Yandex, Pinterest, Snapchat, Outbrain, Taboola.
    'gclid gclsrc gbraid wbraid dclid msclkid fbclid twclid ttclid li_fat_id yclid ysclid epik sccid obclickid tblci',
    'srsltid wickedid irclickid rdt_cid',
    // Analytics across sites: Google, Adobe, HubSpot, Marketo, Mailchimp, Vero, Klaviyo, Drip, Openstat, MailerLite.
    '_ga _gl s_cid _hsenc _hsmi __hstc __hssc __hsfp hsctatracking mkt_tok mc_cid mc_eid vero_id vero_conv _ke _kx __s',
    '_openstat ml_subscriber ml_subscriber_hash',
    // Sharing: Instagram, news sites' share buttons and mailings.
    'igshid igsh smid ocid ncid cmpid spm share_source ref_src ref_url',
  ].flatMap((line) => line.split(' ')),
)
const TRACKING_PREFIXES = [
  'utm_',
  'mtm_',
  'pk_campaign',
  'pk_kwd',
  'pk_keyword',
  'pk_source',
  'pk_medium',
  'matomo_',
  'hsa_',
]

/** Drops tracking and session parameters, normalizes escapes and sorts by name; values of one name keep their order. */
export function normaliseQuery(search: string, hostname: string, rules: QueryRules = {}): string {
  if (search.length < 2) return ''
  const kept: { name: string; pair: string }[] = []
  for (const written of search.slice(1).split('&')) {
    const pair = normaliseEscapes(written)
    const name = pair.split('=', 1)[0] ?? ''
    if (pair === '' || isSession(pair) || isTracking(name.toLowerCase(), rules)) continue
    kept.push({ name, pair })
  }
  if (!rules.keepOrder?.has(hostname)) kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return kept.length ? `?${kept.map(({ pair }) => pair).join('&')}` : ''
}

function isTracking(name: string, rules: QueryRules): boolean {
  if (TRACKING_NAMES.has(name) || rules.dropParameters?.has(name)) return true
  return TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix))
}
