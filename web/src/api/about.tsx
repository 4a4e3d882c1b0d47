import { createContext, type ReactNode, useContext } from 'react'
import { Problem } from '../design/states.tsx'
import type { Reply } from './client.ts'
import { useCall } from './use-call.ts'

export type About = Reply<'GET /api/about'>

const AboutContext = createContext<About | null>(null)

/** Loads once what the server allows. Until then no screen knows what to show; a failure is shown instead of the screens. */
export function AboutProvider({ children }: { readonly children: ReactNode }) {
  const { data, problem, reload } = useCall('GET /api/about', {})
  if (problem && !data) {
    return (
      <main className="screen">
        <h1>Eventide</h1>
        <Problem problem={problem} onRetry={reload} />
      </main>
    )
  }
  return <AboutContext value={data ?? null}>{children}</AboutContext>
}

/** What the server is and allows; null until it is loaded. */
export function useAbout(): About | null {
  return useContext(AboutContext)
}
