import type { z } from 'zod'
import type { crawlSettings } from '../../../../src/api/crawl-settings.ts'
import { CRAWL_OPTIONS } from '../../../../src/model/crawl-options.ts'

export type CrawlSettings = z.input<typeof crawlSettings>

/** The settings as a form holds them: what is typed, also while it is not yet a number. */
export interface SettingsForm {
  readonly strategy: string
  readonly pages: string
  readonly minutes: string
  readonly concurrency: string
  readonly delayMs: string
  readonly allowHosts: string
  readonly denyHosts: string
  readonly maxDepth: string
  readonly render: string
  readonly archive: string
  readonly contact: string
  readonly stopWhenSaturated: boolean
}

type NumberField = 'pages' | 'minutes' | 'concurrency' | 'delayMs' | 'maxDepth'

interface Bounds {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

/** The bounds of `crawlSettings`, said in words before the server has to. */
const NUMBERS: Readonly<Record<NumberField, Bounds>> = {
  pages: { ...CRAWL_OPTIONS.pages, whole: true },
  minutes: { min: 0.1, max: 1_000_000, whole: false },
  concurrency: { ...CRAWL_OPTIONS.concurrency, whole: true },
  delayMs: { ...CRAWL_OPTIONS.delay, whole: true },
  maxDepth: { ...CRAWL_OPTIONS.depth, whole: true },
}

/** What an empty field stands for. */
export const DEFAULTS = {
  pages: CRAWL_OPTIONS.pages.default,
  concurrency: CRAWL_OPTIONS.concurrency.default,
  delayMs: CRAWL_OPTIONS.delay.default,
  maxDepth: CRAWL_OPTIONS.depth.default,
  render: CRAWL_OPTIONS.render.default,
  archive: CRAWL_OPTIONS.archive.default,
} as const

const OPTION = {
  pages: 'pages',
  minutes: 'time',
  concurrency: 'concurrency',
  delayMs: 'delay',
  maxDepth: 'depth',
} as const
const MINUTE = 60_000

const shown = (value: number | null | undefined) => (value == null ? '' : String(value))

export function formOf(settings: CrawlSettings): SettingsForm {
  const { strategy } = settings
  return {
    strategy: (typeof strategy === 'string' ? strategy : strategy?.name) ?? '',
    pages: shown(settings.pages),
    minutes: shown(settings.time == null ? null : settings.time / MINUTE),
    concurrency: shown(settings.concurrency),
    delayMs: shown(settings.delay),
    allowHosts: (settings.allowHost ?? []).join('\n'),
    denyHosts: (settings.denyHost ?? []).join('\n'),
    maxDepth: shown(settings.depth),
    render: settings.render ?? '',
    archive: settings.archive ?? '',
    contact: settings.contact ?? '',
    stopWhenSaturated: settings.stopWhenSaturated ?? false,
  }
}

export interface ReadForm {
  readonly settings: CrawlSettings
  /** By field: what is errors with what was typed. */
  readonly errors: ReadonlyMap<keyof SettingsForm, string>
}

/** What a form says, where `before` was set. A field that was set and is emptied is sent as null: it returns to its default. */
export function readForm(form: SettingsForm, before: CrawlSettings = {}): ReadForm {
  const errors = new Map<keyof SettingsForm, string>()
  const [allowHost, denyHost] = [linesOf(form.allowHosts), linesOf(form.denyHosts)]
  const settings: { -readonly [K in keyof CrawlSettings]: CrawlSettings[K] } = {
    allowHost,
    denyHost,
    stopWhenSaturated: form.stopWhenSaturated,
  }
  for (const field of Object.keys(NUMBERS) as NumberField[]) {
    const typed = form[field].trim()
    const option = OPTION[field]
    if (typed === '') {
      if (before[option] != null) settings[option] = null
      continue
    }
    const value = Number(typed)
    const { min, max, whole } = NUMBERS[field]
    const fits = Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value))
    if (fits) settings[option] = field === 'minutes' ? Math.round(value * MINUTE) : value
    else
      errors.set(
        field,
        `${whole ? 'A whole number' : 'A number'} from ${min} to ${max.toLocaleString('en')}.`,
      )
  }
  for (const [field, hosts] of [
    ['allowHosts', allowHost],
    ['denyHosts', denyHost],
  ] as const) {
    const odd = hosts.find((host) => !isHost(host))
    if (odd !== undefined)
      errors.set(field, `“${odd.slice(0, 60)}” is not a host name. Write news.example, one per line.`)
  }
  if (form.strategy !== '') settings.strategy = form.strategy
  if (form.render === 'auto' || form.render === 'never' || form.render === 'always')
    settings.render = form.render
  else if (before.render != null) settings.render = null
  if (form.archive === 'all' || form.archive === 'kept') settings.archive = form.archive
  else if (before.archive != null) settings.archive = null
  if (form.contact.trim() !== '') settings.contact = form.contact.trim()
  else if (before.contact != null) settings.contact = null
  return { settings, errors }
}

/** Hosts as typed or pasted: one to a line, or separated by spaces or commas. */
function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((line) => line !== ''))]
}

/** A host with or without a port; a whole address is a mistake worth saying. */
function isHost(text: string): boolean {
  return text.length <= 253 && !/[/@?#\\]/.test(text) && URL.canParse(`http://${text}/`)
}
