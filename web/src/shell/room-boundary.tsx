import { Component, type ReactNode } from 'react'
import { asProblem } from '../api/problem.ts'
import { Problem } from '../design/states.tsx'

interface RoomBoundaryProps {
  readonly children: ReactNode
}

interface RoomBoundaryState {
  readonly error: unknown
}

/**
 * A room that stumbles says so; the rest of the application stands. Trying again loads the page anew: after an update of
 * the server the room's file has another name.
 */
export class RoomBoundary extends Component<RoomBoundaryProps, RoomBoundaryState> {
  override state: RoomBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): RoomBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <Problem problem={asProblem(this.state.error)} onRetry={() => location.reload()} />
  }
}
