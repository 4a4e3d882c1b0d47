import type { Archive } from '../../archive/warc-writer.ts'

/** Nothing of a simulated web needs to be kept: every capture is said to be written, and none is. */
export const NO_ARCHIVE: Archive = {
  append: async () => ({
    location: { file: 'none.warc.gz', offset: 0, length: 0 },
    payloadDigest: 'sha256:none',
    recordId: 'none',
  }),
  close: async () => {},
}
