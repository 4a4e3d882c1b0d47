import type { Tone } from './chip.tsx'

interface MeterProps {
  /** 0..1; anything outside is cut off. */
  readonly value: number
  /** What is measured, for screen readers. */
  readonly label: string
  /** The value in words; a percentage if omitted. */
  readonly text?: string
  readonly tone?: Tone
}

export function Meter({ value, label, text, tone = 'accent' }: MeterProps) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <span className={`meter ${tone}`}>
      <meter
        className="unseen"
        aria-label={label}
        aria-valuetext={text ?? `${percent} %`}
        min={0}
        max={100}
        value={percent}
      />
      <span style={{ width: `${percent}%` }} aria-hidden="true" />
    </span>
  )
}
