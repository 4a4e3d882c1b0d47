import type { Interval } from './calibration-interval.ts'
import { CALIBRATED, type CalibrationReport, EVERYTHING } from './calibration-report.ts'

export type Certainty = 'too few' | 'rough' | 'firm'

/**
 * How wide the interval of F1 may be. The whole gain of EV's calibrated event model over topic alone is 0.21
 * (0.894 against 0.688, its table 6): in a wider interval that gain is lost, and half of it is what it takes to tell
 * a good calibration from a middling one.
 */
const WIDEST = { rough: 0.2, firm: 0.1 }

export function certaintyOf(interval: Interval): Certainty {
  const width = interval.high - interval.low
  if (width > WIDEST.rough) return 'too few'
  return width > WIDEST.firm ? 'rough' : 'firm'
}

/** How certain the calibration is, and what to do about it, in sentences. `defaults` names the judge it is compared with. */
export function adviceOn(report: CalibrationReport, defaults: string): string[] {
  const calibrated = report.judges.find((judge) => judge.name === CALIBRATED)
  if (!calibrated) return []
  const { low, high } = calibrated.interval
  const labels = report.labels.relevant + report.labels.irrelevant
  const range = `F1 lies between ${low.toFixed(2)} and ${high.toFixed(2)} (95 %)`
  const summary: Record<Certainty, string> = {
    'too few': `${labels} labels: too few to trust. ${range}: label more pages before relying on these weights.`,
    rough: `${labels} labels: a rough guide. ${range}: the order of the parts can be trusted, the second decimal cannot.`,
    firm: `${labels} labels: firm. ${range}.`,
  }
  const advice = [summary[certaintyOf(calibrated.interval)]]
  const before = report.judges.find((judge) => judge.name === defaults)
  if (before && before.f1.value >= calibrated.f1.value) {
    advice.push(
      `Calibrating does not help on pages it has not seen (F1 ${calibrated.f1.value.toFixed(2)}, ${defaults} ${before.f1.value.toFixed(2)}): leave the judge as it is.`,
    )
  }
  const floor = report.judges.find((judge) => judge.name === EVERYTHING)?.f1.value ?? 0
  const silent = report.fit.parts.filter((part) => part.f1 <= floor).map((part) => part.name)
  if (silent.length > 0) {
    advice.push(
      `${silent.join(' and ')} ${silent.length === 1 ? 'tells' : 'tell'} relevant pages from others no better than keeping everything does.`,
    )
  }
  return advice
}
