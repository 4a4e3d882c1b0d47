import { eventFrom, selfContained } from '../../collection.ts'
import { eventContext } from '../../event-context.ts'
import type { SourcedPage } from '../../input/sourced-page.ts'
import type { EventModel } from '../../model/event.ts'
import { treesSvg } from '../../ontology/tree-svg.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { describePlaces } from '../../place/place-words.ts'
import { loadInheritedPlugins } from '../../plugins/load-plugins.ts'
import { serveTasks } from '../../process/task-process.ts'
import { type DraftWords, draftFrom } from './draft.ts'
import { type Given, type ReadEvent, readGiven, shownForm } from './given-event.ts'
import { type InterestRequest, readInterest } from './interest.ts'
import { judgeFor } from './judging.ts'

/** What the server has read by another process. */
export type EventTask =
  | { readonly kind: 'check'; readonly event: Given }
  /** The event file of a collection. */
  | { readonly kind: 'stored'; readonly file: string }
  | { readonly kind: 'draft'; readonly words: DraftWords; readonly pages: readonly SourcedPage[] }
  | { readonly kind: 'judge'; readonly event: Given; readonly page: SourcedPage }
  | { readonly kind: 'interest'; readonly request: InterestRequest }

export interface EventTaskResults {
  readonly check: CheckedEvent
  readonly stored: EventReply
  readonly draft: EventReply
  readonly judge: ReturnType<typeof judgeFor>
  readonly interest: ReturnType<typeof readInterest>
}

type EventReply = ReturnType<typeof replyOf>

interface CheckedEvent {
  readonly reply: EventReply
  readonly name: string
  readonly languages: readonly string[]
}

async function run(task: EventTask): Promise<EventTaskResults[keyof EventTaskResults]> {
  switch (task.kind) {
    case 'check': {
      const read = readGiven(task.event, eventContext)
      return { reply: replyOf(read), name: read.model.name, languages: read.model.languages }
    }
    case 'stored': {
      const yaml = await selfContained(task.file)
      const model = await eventFrom(yaml, eventContext, task.file)
      return replyOf({ yaml, model, form: shownForm(yaml) })
    }
    case 'draft':
      return replyOf(draftFrom(task.words, task.pages, eventContext))
    case 'judge':
      return judgeFor(readGiven(task.event, eventContext).model, task.page)
    case 'interest':
      return readInterest(task.request)
  }
}

function replyOf({ yaml, model, form }: ReadEvent) {
  const places = describePlaces(
    loadGazetteer(),
    model.where.map(({ place }) => place),
  ).map((place, i) => ({ ...place, as: model.where[i]?.name ?? '', weight: model.where[i]?.weight ?? 1 }))
  return { form, yaml, places, ontology: drawing(model) }
}

function drawing({ name, concepts }: EventModel): string | null {
  const all = [...(concepts?.global ? [concepts.global] : []), ...(concepts?.local ?? [])]
  return all.length > 0 ? treesSvg(all, `The concepts of ${name}`) : null
}

await loadInheritedPlugins()
serveTasks<null, EventTask, unknown>(() => run)
