import { certaintyOf } from '../event/calibration-certainty.ts'
import type { Estimate } from '../event/calibration-folds.ts'
import { CALIBRATED, type CalibrationReport, EVERYTHING, type Measured } from '../event/calibration-report.ts'
import { EventideError } from '../model/errors.ts'
import { table } from './output.ts'

/** Names of the judges that learn nothing, as the report shows them. */
export const DEFAULTS = 'defaults'
export const CURRENT = 'event file'

export function calibrated(report: CalibrationReport): Measured {
  const found = report.judges.find((judge) => judge.name === CALIBRATED)
  if (found) return found
  throw new EventideError('calibration', 'the calibration measured nothing', { exit: 'internal' })
}

/** What was learned, then how every judge does on pages it has not seen. */
export function reportTable(report: CalibrationReport, advice: readonly string[]): string {
  const { labels, fit, thresholdInterval: range } = report
  const total = labels.relevant + labels.irrelevant
  const method = report.leaveOneOut ? 'leave-one-out' : `${report.folds}-fold`
  const tried = report.termsTried.map(({ terms, f1 }) => `${terms}: ${f1.toFixed(3)}`).join(', ')
  return [
    `${total} labels: ${labels.relevant} relevant, ${labels.irrelevant} irrelevant`,
    '',
    table([
      ['part', 'known', 'threshold', 'F1', 'weight'],
      ...fit.parts.map((part) => [
        part.name,
        `${Math.round((100 * part.known) / total)} %`,
        part.threshold.toFixed(2),
        part.f1.toFixed(3),
        part.weight.toFixed(2),
      ]),
      ['weighted sum', '', fit.threshold.toFixed(2), fit.f1.toFixed(3)],
    ]),
    '',
    `On pages not learned from (${method} cross-validation):`,
    table([
      ['judged by', 'precision', 'recall', 'F1', 'F1, 95 %'],
      ...report.judges.map((judge) => [
        shownName(judge.name),
        shown(judge.precision),
        shown(judge.recall),
        shown(judge.f1),
        `${judge.interval.low.toFixed(2)} to ${judge.interval.high.toFixed(2)}`,
      ]),
    ]),
    '',
    `threshold ${fit.threshold.toFixed(2)} (95 %: ${range.low.toFixed(2)} to ${range.high.toFixed(2)})`,
    `topic terms ${report.terms} (F1 by number of terms: ${tried})`,
    '',
    ...advice,
  ].join('\n')
}

/** The same, for machines. */
export function reportJson(report: CalibrationReport, advice: readonly string[]) {
  const { fit, terms } = report
  return {
    labels: report.labels,
    validation: { folds: report.folds, leaveOneOut: report.leaveOneOut },
    parts: fit.parts,
    judges: report.judges,
    threshold: { value: fit.threshold, ...report.thresholdInterval },
    terms: { value: terms, tried: report.termsTried },
    certainty: certaintyOf(calibrated(report).interval),
    advice,
    judge: { threshold: fit.threshold, weights: Object.fromEntries(fit.weights), terms },
  }
}

function shownName(name: string): string {
  const alone = ![EVERYTHING, DEFAULTS, CURRENT, CALIBRATED].includes(name)
  return alone ? `${name} alone` : name
}

function shown({ value, spread }: Estimate): string {
  return `${value.toFixed(3)} ± ${spread.toFixed(3)}`
}
