import { type CrawlOption, type CrawlOptionName, crawlOption } from '../../../../src/model/crawl-options.ts'
import { optionText } from '../../../../src/model/crawl-specification.ts'
import { count } from '../../design/format.ts'
import { labelOf, type OptionDisplay, sentence } from '../../options/option-field.tsx'

/** How an option of a crawl is shown. For a running crawl the hint includes when a change takes effect. */
export function crawlOptionDisplay(name: CrawlOptionName, crawl: 'running' | 'idle'): OptionDisplay {
  const option = crawlOption(name)
  const hint = [
    sentence(option.help),
    boundsText(name, option),
    crawl === 'running' && (option.live ? 'Applies at once.' : 'Restarts the session.'),
  ]
  return { label: labelOf(name), hint: hint.filter(Boolean).join(' '), input: inputOf(name, option) }
}

function inputOf(name: CrawlOptionName, option: CrawlOption): OptionDisplay['input'] {
  if (option.type === 'flag') return { kind: 'flag', default: option.default }
  if (option.type === 'choice') {
    const choices = option.choices.map((choice) =>
      choice === option.default
        ? { value: '', label: `${choice} (default)` }
        : { value: choice, label: choice },
    )
    return { kind: 'choice', choices }
  }
  const unset = option.unset ?? ''
  if (option.type === 'list') return { kind: 'lines', placeholder: unset }
  const initial = option.default === null ? unset : optionText(name, option.default)
  return { kind: 'text', placeholder: initial, numeric: option.type === 'count' || option.type === 'share' }
}

/** From here on a limit is no more than a safeguard, and is not shown. */
const LARGE = 1_000_000

function boundsText(name: CrawlOptionName, option: CrawlOption): string {
  if (option.type === 'count') {
    const unit = option.unit ? ` ${option.unit}` : ''
    return option.max < LARGE
      ? `${count(option.min)} to ${count(option.max)}${unit}.`
      : option.min > 0
        ? `At least ${count(option.min)}.`
        : ''
  }
  if (option.type === 'share') return `${option.min} to ${option.max}.`
  if (option.type === 'duration' || option.type === 'size') {
    const example = option.type === 'duration' ? 'such as 500ms, 90s, 30m or 2h' : 'such as 500MB or 1.5GB'
    return `${optionText(name, option.min)} to ${optionText(name, option.max)}, ${example}.`
  }
  return option.type === 'list' ? 'One per line.' : ''
}
