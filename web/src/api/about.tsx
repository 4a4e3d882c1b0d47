import { createContext, type ReactNode, useContext } from 'react'
import type { Reply } from './client.ts'
import { useCall } from './use-call.ts'

export type About = Reply<'GET /api/about'>

const AboutContext = createContext<About | null>(null)

/** Asks once what the server allows. */
export function AboutProvider({ children }: { readonly children: ReactNode }) {
  const { data } = useCall('GET /api/about', {})
  return <AboutContext value={data ?? null}>{children}</AboutContext>
}

/** What the server is and allows; null until it has said so. */
export function useAbout(): About | null {
  return useContext(AboutContext)
}

/** Whether anything may be changed here: false in a published library, and until the server has said so. */
export function useMayWrite(): boolean {
  return useContext(AboutContext)?.mayWrite ?? false
}
