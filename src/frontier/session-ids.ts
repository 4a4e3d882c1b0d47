/** Names of session parameters in URLs (Java, PHP, ASP, ColdFusion, shops). */
const SESSION_NAMES = new Set([
  'jsessionid',
  'phpsessid',
  'asp.net_sessionid',
  'cfid',
  'cftoken',
  'zenid',
  'oscsid',
])
/** Session ids on some sites, article ids on others: the value decides. */
const AMBIGUOUS_NAMES = new Set(['sid', 'sessionid', 'session_id', 'session', 'sess'])
/** As long and random as session ids are, and longer than any counter. */
const TOKEN = /^(?=[^0-9]*[0-9])[A-Za-z0-9_-]{16,}$/

/** ASP.NET without cookies puts the session into a path segment: `(S(24 letters and digits))`. */
const ASPNET_SEGMENT = /^\((?:[AFSX]\([a-z0-9_-]{12,64}\))+\)$/i

/** `parameter` is `name` or `name=value`. */
export function isSession(parameter: string): boolean {
  const end = parameter.indexOf('=')
  const name = (end < 0 ? parameter : parameter.slice(0, end)).toLowerCase()
  if (SESSION_NAMES.has(name) || name.startsWith('aspsessionid')) return true
  return AMBIGUOUS_NAMES.has(name) && TOKEN.test(parameter.slice(end + 1))
}

/** `/a;jsessionid=1/b` and `/a/(S(...))/b` are `/a/b`. */
export function dropPathSessions(path: string): string {
  if (!path.includes(';') && !path.includes('(')) return path
  const segments = path.split('/')
  const kept = segments.filter((segment) => !ASPNET_SEGMENT.test(segment))
  // A path that ended in a session segment now ends in its folder.
  if (kept.length < segments.length && kept.length === 1) kept.push('')
  return kept.map(dropSessionParameters).join('/')
}

function dropSessionParameters(segment: string): string {
  if (!segment.includes(';')) return segment
  const [name = '', ...parameters] = segment.split(';')
  // Without its parameter this would become a dot segment, which leads elsewhere.
  if (name === '.' || name === '..') return segment
  const kept = parameters.filter((parameter) => !isSession(parameter))
  return [name, ...kept].join(';')
}
