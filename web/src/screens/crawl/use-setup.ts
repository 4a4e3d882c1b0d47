import { useState } from 'react'
import {
  type CrawlSpecification,
  crawlOption,
  type StoredSpecification,
} from '../../../../src/model/crawl-options.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { readUrls, urlLinesError } from '../../design/url-lines.ts'
import type { StrategyForm } from '../../options/strategy-form.ts'
import { useStrategies } from '../../options/use-strategies.ts'
import { type CrawlLive, type CrawlStatus, isActive } from './crawl-state.ts'
import { type FormOption, formOf, readSettings, type SettingsForm } from './settings-form.ts'

/** Options of one run alone. */
export type RunOnce = Pick<CrawlSpecification, 'morePages' | 'retryFailed'>

/** The settings and seeds while they are edited, and what can be done with them. */
export function useSetup(crawl: CrawlLive, onAnswer: (status: CrawlStatus | undefined) => void) {
  const [edited, setEdited] = useState<SettingsForm | null>(null)
  const [seedText, setSeedText] = useState('')
  const startAction = useAction('POST /api/collections/:id/crawl/start')
  const applyAction = useAction('PUT /api/collections/:id/crawl/settings')
  const announce = useAnnounce()
  const params = { id: crawl.collection }
  const strategies = useStrategies()
  const event = useCall('GET /api/collections/:id/event', { params })
  const fromEvent = event.data?.form.strategy
  const fallback = fromEvent
    ? { name: fromEvent, label: `From the event (${fromEvent})` }
    : { name: strategies.defaultName, label: `Default (${strategies.defaultName})` }
  const stored: StoredSpecification = crawl.settings
  const form = edited ?? formOf(stored)
  const { change, errors, strategyErrors } = readSettings(form, stored, {
    list: strategies.list,
    fallback: fallback.name,
  })
  const names = Object.keys(change) as (keyof typeof change)[]
  const seeds = readUrls(seedText)
  const settingsFit = errors.size === 0 && strategyErrors.size === 0
  const fits = settingsFit && urlLinesError(seeds) === null

  const done = (status: CrawlStatus | undefined, text: string): void => {
    if (!status) return
    onAnswer(status)
    setEdited(null)
    announce(text)
  }
  const start = async ({ retryFailed, ...once }: RunOnce) => {
    const again = retryFailed && { retryFailed: [...retryFailed] }
    const body = { settings: { ...change, ...once, ...again }, seeds: [...seeds.urls] }
    const status = await startAction.run({ params, body })
    if (status) setSeedText('')
    done(status, `The crawl of ${crawl.name} is starting.`)
  }
  const apply = async () => {
    const text = isActive(crawl.state) ? 'Settings applied to the running crawl.' : 'Settings saved.'
    done(await applyAction.run({ params, body: { settings: change } }), text)
  }
  return {
    form,
    errors,
    strategyErrors,
    strategies,
    /** What an empty choice of strategy stands for. */
    fallback,
    seedText,
    settingsFit,
    fits,
    /** Something was typed that is not applied yet. */
    dirty: edited !== null,
    /** Changed options that a running crawl applies at once, and those that restart its session. */
    live: names.filter((name) => crawlOption(name).live),
    restarting: names.filter((name) => !crawlOption(name).live),
    editOption: (name: FormOption, text: string) =>
      setEdited({ ...form, texts: { ...form.texts, [name]: text } }),
    editStrategy: (strategy: StrategyForm) => setEdited({ ...form, strategy }),
    editSeeds: setSeedText,
    discard: () => setEdited(null),
    start: (once: RunOnce = {}) => void start(once),
    starting: startAction.busy,
    startProblem: startAction.problem,
    apply: () => void apply(),
    applying: applyAction.busy,
    applyProblem: applyAction.problem,
  }
}

export type Setup = ReturnType<typeof useSetup>
