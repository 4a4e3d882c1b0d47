import { Chip } from '../../design/chip.tsx'
import { Days } from '../../design/dates.tsx'
import { languageText, score } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'
import { Empty } from '../../design/states.tsx'
import type { ReadEvent, Weighted } from './draft.ts'
import { placeNote } from './place-box.tsx'

/** The heaviest are what decides; the rest stand in the YAML. */
const SHOWN = 30

/** What the crawler will look for, as it understood the event. */
export function LooksFor({ read }: { readonly read: ReadEvent | undefined }) {
  if (!read) {
    return (
      <Empty title="Nothing to look for yet">
        <p>Give the event a name and a few words: what the crawler makes of them is shown here.</p>
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
              {place.as !== place.name && <span className="muted small">, written “{place.as}”</span>}
            </li>
          ))}
        </ul>
      </section>
      <section className="stack tight">
        <h3>Days</h3>
        <p>
          <Days from={form.when.start ?? null} to={form.when.end ?? null} />
          {form.when.interest.length > 0 && `, with ${form.when.interest.length} spans of public interest`}
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
        {form.languages.length === 0 && <span className="muted small">Pages in any language.</span>}
      </section>
    </div>
  )
}

function Bars({ list }: { readonly list: readonly Weighted[] }) {
  const sorted = list.toSorted((a, b) => b.weight - a.weight)
  const most = sorted[0]?.weight ?? 1
  return (
    <ul className="bars">
      {sorted.slice(0, SHOWN).map(({ name, weight }) => (
        <li key={name}>
          <span>{name}</span>
          <Meter value={weight / most} label={name} text={score(weight / most)} />
          <span className="figures">{score(weight / most)}</span>
        </li>
      ))}
      {sorted.length > SHOWN && <li className="muted small">and {sorted.length - SHOWN} lighter ones</li>}
    </ul>
  )
}
