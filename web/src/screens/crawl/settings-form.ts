import type { z } from 'zod'
import type { crawlSettings } from '../../../../src/api/crawls.ts'

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
  pages: { min: 1, max: 100_000_000, whole: true },
  minutes: { min: 0.1, max: 1_000_000, whole: false },
  concurrency: { min: 1, max: 512, whole: true },
  delayMs: { min: 0, max: 3_600_000, whole: true },
  maxDepth: { min: 0, max: 1_000, whole: true },
}

/**
 * What an empty field stands for. What is not sent stays as it was, so a field that is emptied has to be sent as this. Minutes have
 * no default: the longest that can be set is longer than any run.
 */
export const DEFAULTS = {
  pages: 1_000,
  minutes: NUMBERS.minutes.max,
  concurrency: 16,
  delayMs: 1_000,
  maxDepth: 20,
  render: 'auto',
  archive: 'all',
  contact: '',
} as const

const shown = (value: number | undefined) => (value === undefined ? '' : String(value))

export function formOf(settings: CrawlSettings): SettingsForm {
  return {
    strategy: settings.strategy ?? '',
    pages: shown(settings.pages),
    minutes: settings.minutes === DEFAULTS.minutes ? '' : shown(settings.minutes),
    concurrency: shown(settings.concurrency),
    delayMs: shown(settings.delayMs),
    allowHosts: (settings.allowHosts ?? []).join('\n'),
    denyHosts: (settings.denyHosts ?? []).join('\n'),
    maxDepth: shown(settings.maxDepth),
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

/** What a form says, where `before` was set. Fields left empty that nobody ever set are left out. */
export function readForm(form: SettingsForm, before: CrawlSettings = {}): ReadForm {
  const errors = new Map<keyof SettingsForm, string>()
  const settings: { -readonly [K in keyof CrawlSettings]: CrawlSettings[K] } = {
    allowHosts: linesOf(form.allowHosts),
    denyHosts: linesOf(form.denyHosts),
    stopWhenSaturated: form.stopWhenSaturated,
  }
  for (const field of Object.keys(NUMBERS) as NumberField[]) {
    const typed = form[field].trim()
    if (typed === '') {
      if (before[field] !== undefined) settings[field] = DEFAULTS[field]
      continue
    }
    const value = Number(typed)
    const { min, max, whole } = NUMBERS[field]
    const fits = Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value))
    if (fits) settings[field] = value
    else
      errors.set(
        field,
        `Enter ${whole ? 'a whole number' : 'a number'} from ${min} to ${max.toLocaleString('en')}.`,
      )
  }
  for (const field of ['allowHosts', 'denyHosts'] as const) {
    const odd = (settings[field] ?? []).find((host) => !isHost(host))
    if (odd !== undefined)
      errors.set(
        field,
        `“${odd.slice(0, 60)}” is not a host name. Enter names such as news.example, one per line.`,
      )
  }
  if (form.strategy !== '') settings.strategy = form.strategy
  if (form.render === 'auto' || form.render === 'never' || form.render === 'always')
    settings.render = form.render
  else if (before.render !== undefined) settings.render = DEFAULTS.render
  if (form.archive === 'all' || form.archive === 'kept') settings.archive = form.archive
  else if (before.archive !== undefined) settings.archive = DEFAULTS.archive
  if (form.contact.trim() !== '' || before.contact !== undefined) settings.contact = form.contact.trim()
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
