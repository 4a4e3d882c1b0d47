import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { EventideError } from '../model/errors.ts'
import { errorCode } from './archive-file.ts'

/** A signature as WACZ Signing and Verification writes it for a key that nobody vouches for. */
export interface SignedData {
  readonly hash: string
  readonly signature: string
  readonly publicKey: string
  readonly created: string
  readonly software: string
}

// The curve and the hash that readers of WACZ files know.
const CURVE = 'P-384'

/**
 * Signs packages with the collection's own key, which is made the first time and kept in `keyFile`. The signature
 * proves that the package was not changed since the holder of that key made it, and that packages with one public key
 * come from one holder. It does not say who that is, nor when it was.
 */
export class PackageSigner {
  readonly #key: KeyObject

  private constructor(key: KeyObject) {
    this.#key = key
  }

  static async open(keyFile: string): Promise<PackageSigner> {
    try {
      return new PackageSigner(createPrivateKey(await readKey(keyFile)))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new EventideError(
        'signing-key',
        `the key of the collection cannot be read or made (${keyFile}): ${reason}. Mend it, or leave the signature out with --no-sign`,
        { cause },
      )
    }
  }

  /** Signs the text of a hash (`sha256:...`), as the readers expect. */
  sign(hash: string, created: Date, software: string): SignedData {
    const signature = sign('sha256', Buffer.from(hash), { key: this.#key, dsaEncoding: 'ieee-p1363' })
    const publicKey = createPublicKey(this.#key).export({ type: 'spki', format: 'der' })
    return {
      hash,
      signature: signature.toString('base64'),
      publicKey: publicKey.toString('base64'),
      created: created.toISOString(),
      software,
    }
  }
}

async function readKey(keyFile: string): Promise<string> {
  try {
    return await readFile(keyFile, 'utf8')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  try {
    await writeFile(keyFile, text, { flag: 'wx', mode: 0o600 })
    return text
  } catch (error) {
    // Another export made it in the meantime.
    if (errorCode(error) === 'EEXIST') return readFile(keyFile, 'utf8')
    throw error
  }
}
