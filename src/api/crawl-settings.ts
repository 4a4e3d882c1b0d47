import { z } from 'zod'
import {
  CRAWL_OPTION_NAMES,
  type CrawlOption,
  type CrawlOptionName,
  crawlOption,
  DEPRECATED_OPTION_NAMES,
  type SharedSpecification,
  type StoredSpecification,
} from '../model/crawl-options.ts'
import { withCurrentNames } from '../model/crawl-specification.ts'

/** Settings as a request gives them: null returns an option to its default, an absent one keeps its value. */
export type CrawlSettingsChange = {
  readonly [K in keyof SharedSpecification]?: SharedSpecification[K] | null
}

const shared = CRAWL_OPTION_NAMES.filter((name) => !crawlOption(name).operator)
const stored = shared.filter((name) => !crawlOption(name).singleRun)

/**
 * Settings of a crawl: the options of `eventide crawl` under the same names, durations in milliseconds and sizes in bytes. Names of
 * earlier versions are still accepted, and translated.
 */
export const crawlSettings = z
  .strictObject({
    ...shapeOf(shared, (name) => optionSchema(name).nullable().optional()),
    ...Object.fromEntries(
      Object.entries(DEPRECATED_OPTION_NAMES).map(([name, { name: current }]) => [
        name,
        deprecatedSchema(name, current).nullable().optional(),
      ]),
    ),
  })
  .transform(withCurrentNames) as unknown as z.ZodType<CrawlSettingsChange, CrawlSettingsChange>

/** What a schedule starts a run with, as replies show it. */
export const sharedSettings = z.strictObject(
  shapeOf(shared, (name) => optionSchema(name).optional()),
) as unknown as z.ZodType<SharedSpecification, SharedSpecification>

/** What is stored with a collection, as replies show it. */
export const storedSettings = z.strictObject(
  shapeOf(stored, (name) => optionSchema(name).optional()),
) as unknown as z.ZodType<StoredSpecification, StoredSpecification>

function shapeOf<T extends z.ZodType>(
  names: readonly CrawlOptionName[],
  schema: (name: CrawlOptionName) => T,
): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, schema(name)]))
}

/** The schema of one option's value. */
function optionSchema(name: CrawlOptionName): z.ZodType {
  const option = crawlOption(name)
  return valueSchema(option).meta({ description: describe(option) })
}

function valueSchema(option: CrawlOption): z.ZodType {
  switch (option.type) {
    case 'count':
    case 'duration':
    case 'size':
      return z.number().int().min(option.min).max(option.max)
    case 'share':
      return z.number().min(option.min).max(option.max)
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(option.choices)
    case 'text':
      return z.string().min(1).max(option.maxLength)
    case 'list': {
      const item =
        option.of === 'port' ? z.number().int().min(1).max(65_535) : z.string().min(1).max(option.maxLength)
      return z.array(item).max(option.maxItems)
    }
    case 'strategy':
      return z.union([z.string().min(1).max(1_000), z.looseObject({ name: z.string().min(1).max(100) })])
  }
}

function describe(option: CrawlOption): string {
  const unit = option.type === 'duration' ? ' (milliseconds)' : option.type === 'size' ? ' (bytes)' : ''
  const fallback = option.default === null ? option.unset : JSON.stringify(option.default)
  const once = option.singleRun ? '; applies to one run' : ''
  return `${option.help}${unit}; default: ${fallback}${once}`
}

function deprecatedSchema(name: string, current: CrawlOptionName): z.ZodType {
  const option = crawlOption(current)
  const value =
    option.type === 'list'
      ? z.array(z.string().min(1).max(option.maxLength)).max(option.maxItems)
      : z.number().min(0)
  return value.meta({ deprecated: true, description: `${name}: use ${current}` })
}
