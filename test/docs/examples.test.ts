import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseEvent } from '../../src/event/event-file.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'

it('the event file in the docs is one that the program reads', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../docs/event-file.md'), 'utf8')
  const example = /```yaml\n([\s\S]*?)```/.exec(doc)?.[1] ?? ''
  const event = parseEvent(
    example,
    { places: loadGazetteer(), strategies: strategyCatalog },
    'docs/event-file.md',
  )
  expect(event.where.map(({ place }) => place.name)).toEqual(['Philippines', 'Tacloban'])
  expect(event.judge?.threshold).toBe(0.4)
})
