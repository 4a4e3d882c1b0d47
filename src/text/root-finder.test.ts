import { describe, expect, it } from 'vitest'
import { createRootFinder } from './root-finder.ts'

describe('createRootFinder', () => {
  const may = createRootFinder(['dat', 'publi', 'veröff', '日期'])

  it.each(['date', 'post-DATE', 'x dat', 'entry Published', 'öffentlich', 'veröffentlicht', '日期'])(
    'reports that %s may contain a root',
    (text) => {
      expect(may(text)).toBe(true)
    },
  )

  it.each(['', 'da', 'pub', 'article-body wide', 'container'])(
    'reports that "%s" contains no root',
    (text) => {
      expect(may(text)).toBe(false)
    },
  )
})
