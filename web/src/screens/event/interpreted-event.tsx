import { Chip } from '../../design/chip.tsx'
import { Days } from '../../design/dates.tsx'
import { count, languageText, plural, score } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'
import { Empty } from '../../design/states.tsx'
import type { ReadEvent, Weighted } from './draft.ts'
import { placeNote } from './place-box.tsx'

/** The rest is in the YAML. */
const SHOWN = 30

/** How the crawler interprets the event. */
export function InterpretedEvent({ read }: { readonly read: ReadEvent | undefined }) {
  if (!read) {
    return (
      <Empty title="Nothing to preview yet">
        <p>Enter a name and a few words to see how the crawler interprets the event.</p>
      </Empty>
    )
  }
  const { form, places } = read
  const { what, who } = form
  return (
    <div className="stack">
      <section className="stack tight">
        <h3>Words</h3>
        <Bars list={Object.entries(what).map(([name, weight]) => ({ name, weight }))} />
      </section>
      <section className="stack tight">
        <h3>Places</h3>
        {places.length === 0 && <p className="muted small">Any place.</p>}
        <ul className="stack tight">
          {places.slice(0, SHOWN).map((place) => (
            <li key={place.as}>
              <strong>{place.name}</strong> <span className="muted small">{placeNote(place)}</span>
              {place.as !== place.name && <span className="muted small">, entered as “{place.as}”</span>}
            </li>
          ))}
        </ul>
      </section>
      <section className="stack tight">
        <h3>Dates</h3>
        <p>
          <Days from={form.when.start ?? null} to={form.when.end ?? null} />
          {form.when.interest.length > 0 &&
            `, with ${plural(form.when.interest.length, 'period')} of public interest`}
        </p>
      </section>
      {Object.keys(who).length > 0 && (
        <section className="stack tight">
          <h3>Names</h3>
          <Bars list={Object.entries(who).map(([name, weight]) => ({ name, weight }))} />
        </section>
      )}
      <section className="row">
        {form.languages.map((language) => (
          <Chip key={language}>{languageText(language)}</Chip>
        ))}
        {form.languages.length === 0 && <span className="muted small">Any language.</span>}
      </section>
    </div>
  )
}

function Bars({ list }: { readonly list: readonly Weighted[] }) {
  const sorted = list.toSorted((a, b) => b.weight - a.weight)
  const max = sorted[0]?.weight ?? 1
  return (
    <ul className="bars">
      {sorted.slice(0, SHOWN).map(({ name, weight }) => (
        <li key={name}>
          <span>{name}</span>
          <Meter value={weight / max} label={name} text={score(weight / max)} />
          <span className="figures">{score(weight / max)}</span>
        </li>
      ))}
      {sorted.length > SHOWN && <li className="muted small">and {count(sorted.length - SHOWN)} more</li>}
    </ul>
  )
}
