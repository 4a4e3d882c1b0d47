import type { Archive } from '../../archive/warc-writer.ts'

/** An archive that discards every capture; a simulated web need not be archived. */
export const NO_ARCHIVE: Archive = {
  append: async () => ({
    location: { file: 'none.warc.gz', offset: 0, length: 0 },
    payloadDigest: 'sha256:none',
    recordId: 'none',
  }),
  close: async () => {},
}
