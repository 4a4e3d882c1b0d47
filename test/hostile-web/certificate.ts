import { readFileSync } from 'node:fs'

const pem = readFileSync(new URL('./certificate.pem', import.meta.url), 'utf8')

/** Certificate and key in one file; a client that trusts it trusts the hostile web. */
export const HOSTILE_CERTIFICATE = pem.slice(pem.indexOf('-----BEGIN'))
