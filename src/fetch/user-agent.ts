import manifest from '../../package.json' with { type: 'json' }
import { EventideError } from '../model/errors.ts'
import { ROBOTS_AGENT } from '../model/robots.ts'

/** The User-Agent: the product and, if given, the contact. Throws `EventideError` for a contact that is not valid in a header. */
export function userAgent(contact?: string): string {
  const product = `${ROBOTS_AGENT}/${manifest.version}`
  if (contact === undefined || contact === '') return product
  if (!/^[ -'*-~]{3,200}$/.test(contact)) {
    throw new EventideError(
      'contact',
      'The contact must be a URL or an e-mail address of 3 to 200 ASCII characters without parentheses',
    )
  }
  return `${product} (+${contact})`
}
