import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { readUrls, urlLinesError } from '../../design/url-lines.ts'
import { type CrawlLive, type CrawlStatus, isActive } from './crawl-state.ts'
import { formOf, readForm, type SettingsForm } from './settings-form.ts'

/** The settings and seeds as they are being edited, and what can be done with them. */
export function useSetup(crawl: CrawlLive, onAnswer: (status: CrawlStatus | undefined) => void) {
  const [edited, setEdited] = useState<SettingsForm | null>(null)
  const [seedText, setSeedText] = useState('')
  const startAction = useAction('POST /api/collections/:id/crawl/start')
  const applyAction = useAction('PUT /api/collections/:id/crawl/settings')
  const announce = useAnnounce()
  const form = edited ?? formOf(crawl.settings)
  const { settings, errors } = readForm(form, crawl.settings)
  const seeds = readUrls(seedText)
  const fits = errors.size === 0 && urlLinesError(seeds) === null
  const params = { id: crawl.collection }

  const done = (status: CrawlStatus | undefined, said: string): void => {
    if (!status) return
    onAnswer(status)
    setEdited(null)
    announce(said)
  }
  const start = async (morePages?: number) => {
    const more = morePages === undefined ? {} : { morePages }
    const body = { settings: { ...(edited === null ? {} : settings), ...more }, seeds: [...seeds.urls] }
    const status = await startAction.run({ params, body })
    if (status) setSeedText('')
    done(status, `The crawl of ${crawl.name} is starting.`)
  }
  const apply = async () => {
    const followed = isActive(crawl.state) ? 'Settings applied to the running crawl.' : 'Settings saved.'
    done(await applyAction.run({ params, body: { settings } }), followed)
  }
  return {
    form,
    errors,
    seedText,
    fits,
    /** Something was typed that is not applied yet. */
    dirty: edited !== null,
    edit: setEdited,
    editSeeds: setSeedText,
    forget: () => setEdited(null),
    /** With `morePages`: so many on top of what the collection holds. */
    start: (morePages?: number) => void start(morePages),
    starting: startAction.busy,
    startProblem: startAction.problem,
    apply: () => void apply(),
    applying: applyAction.busy,
    applyProblem: applyAction.problem,
  }
}

export type Setup = ReturnType<typeof useSetup>
