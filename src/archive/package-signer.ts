import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { EventideError } from '../model/errors.ts'
import { errorCode } from './archive-file.ts'

/** A signature with a self-generated key, as defined by WACZ Signing and Verification. */
export interface SignedData {
  readonly hash: string
  readonly signature: string
  readonly publicKey: string
  readonly created: string
  readonly software: string
}

// The curve and hash that WACZ tools support.
const CURVE = 'P-384'

/**
 * Signs packages with the key of the collection, which is created on first use and kept in `keyFile`. The signature proves that the
 * package was not changed since, and that packages with the same public key come from the same holder; not who that is, nor when.
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
        `The signing key of the collection cannot be read or created (${keyFile}): ${reason}. Repair or remove the file, or export with --no-sign`,
        { cause },
      )
    }
  }

  /** Signs the text of a hash (`sha256:...`), as WACZ tools expect. */
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
    // Another export created it meanwhile.
    if (errorCode(error) === 'EEXIST') return readFile(keyFile, 'utf8')
    throw error
  }
}
