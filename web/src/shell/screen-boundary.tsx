import { Component, type ReactNode } from 'react'
import { asProblem } from '../api/problem.ts'
import { Problem } from '../design/states.tsx'

interface ScreenBoundaryProps {
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly error: unknown
}

/**
 * Shows the error of a screen that fails to render; the rest of the application keeps working. Trying again reloads the page:
 * after an update of the server the screen's file has another name.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <Problem problem={asProblem(this.state.error)} onRetry={() => location.reload()} />
  }
}
