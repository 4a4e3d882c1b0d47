import { type FormEvent, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { tickText } from '../../charts/scale.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { plural } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { apiQuery } from './filters.ts'
import type { FiltersState } from './use-filters.ts'

/** As many lines as can be told apart by colour. */
const MAX_TOPICS = 6

/** How many of the pages found use each word, over time. */
export function Topics({ filters, change }: FiltersState) {
  const [typed, setTyped] = useState('')
  const topics = filters.topics.slice(0, MAX_TOPICS)
  const { data, problem, loading, reload } = useCall(
    'GET /api/statistics',
    topics.length > 0 ? { query: { ...apiQuery(filters), topics: topics.join(',') } } : null,
    { keep: true },
  )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const more = typed.split(',').map((one) => one.trim())
    setTyped('')
    change({
      topics: [...new Set([...topics, ...more.filter(Boolean)])].slice(0, MAX_TOPICS),
      page: filters.page,
    })
  }
  const drop = (topic: string) =>
    change({ topics: topics.filter((one) => one !== topic), page: filters.page })
  return (
    <details className="topics" open={topics.length > 0}>
      <summary>Topics over time</summary>
      <div className="stack tight">
        <form className="row" onSubmit={add}>
          <label className="grow">
            <span className="unseen">Words to plot over time</span>
            <input
              className="input"
              value={typed}
              dir="auto"
              placeholder="Words, separated by commas"
              disabled={topics.length >= MAX_TOPICS}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <Button type="submit" disabled={topics.length >= MAX_TOPICS}>
            Add
          </Button>
        </form>
        <ul className="row">
          {topics.map((topic) => (
            <li key={topic}>
              <Chip onRemove={() => drop(topic)} removeLabel={`Remove the topic ${topic}`}>
                <bdi>{topic}</bdi>
                {data && <span className="muted"> {plural(totalOf(data.series, topic), 'page')}</span>}
              </Chip>
            </li>
          ))}
        </ul>
        {problem && <Problem problem={problem} onRetry={reload} />}
        {loading && !data && <Skeleton label="Counting" lines={4} />}
        {topics.length > 0 && data && data.buckets.length === 0 && (
          <p className="muted">None of these pages has a date.</p>
        )}
        {topics.length > 0 && data && data.buckets.length > 0 && (
          <LineChart
            label="Pages using these words over time"
            xs={data.buckets.map((_, index) => index)}
            days={data.buckets.map(({ from }) => from)}
            xText={(index) => tickText(data.buckets[index]?.from ?? '', data.by)}
            series={data.series.map(({ topic, counts }) => ({ name: topic, values: counts }))}
          />
        )}
      </div>
    </details>
  )
}

const totalOf = (series: readonly { topic: string; total: number }[], topic: string) =>
  series.find((one) => one.topic === topic)?.total ?? 0
