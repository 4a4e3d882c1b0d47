import { agoText, dayText, momentText } from './format.ts'

/** A day such as `2013-11-08`. */
export function Day({ day }: { readonly day: string }) {
  return <time dateTime={day}>{dayText(day)}</time>
}

/** A moment: how long ago, with the exact time as a tooltip. */
export function Ago({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {agoText(at)}
    </time>
  )
}

/** A moment, written out. */
export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{momentText(at)}</time>
}

/** From one day to another; either may be open. */
export function Days({ from, to }: { readonly from: string | null; readonly to: string | null }) {
  if (from && to && from !== to) {
    return (
      <>
        <Day day={from} /> – <Day day={to} />
      </>
    )
  }
  if (from && !to) {
    return (
      <>
        since <Day day={from} />
      </>
    )
  }
  const day = from ?? to
  return day ? <Day day={day} /> : <span className="muted">no date</span>
}
