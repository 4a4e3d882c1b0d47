import {
  CRAWL_OPTION_NAMES,
  crawlOption,
  type StoredSpecification,
} from '../../../src/model/crawl-options.ts'
import { optionText } from '../../../src/model/crawl-specification.ts'
import { labelOf } from './option-field.tsx'

/** The options of a crawl that differ from their defaults, apart from the strategy: "Pages 500", "Delay 2s". */
export function changedOptions(settings: StoredSpecification): string[] {
  return CRAWL_OPTION_NAMES.flatMap((name) => {
    const value = (settings as Readonly<Record<string, unknown>>)[name]
    if (name === 'strategy' || value === undefined || value === null) return []
    const { default: initial, type } = crawlOption(name)
    if (JSON.stringify(value) === JSON.stringify(initial)) return []
    const text = type === 'flag' ? (value ? 'on' : 'off') : shortened(optionText(name, value))
    return [`${labelOf(name)} ${text}`]
  })
}

const MAX_LENGTH = 60

const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)
