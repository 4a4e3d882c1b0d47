import manifest from '../../package.json' with { type: 'json' }
import { EventideError } from '../model/errors.ts'
import { ROBOTS_AGENT } from '../model/robots.ts'

/** Says who asks and, when a contact is known, whom to write to. Throws `EventideError` on a contact no header can carry. */
export function userAgent(contact?: string): string {
  const product = `${ROBOTS_AGENT}/${manifest.version}`
  if (contact === undefined || contact === '') return product
  if (!/^[ -'*-~]{3,200}$/.test(contact)) {
    throw new EventideError(
      'contact',
      'the contact must be a web address or an e-mail address of at most 200 characters, in plain ASCII and without parentheses',
    )
  }
  return `${product} (+${contact})`
}
