import type { ServerResponse } from 'node:http'

/** Closes the connection of a client that has read nothing of its response for this long, although there was something to read. */
export function closeWhenStalled(response: ServerResponse, stallMs: number): void {
  response.setTimeout(stallMs, () => {
    const { socket } = response
    // A response whose next part is still being made does not count as stalled.
    if (socket && socket.writableLength === 0) socket.setTimeout(stallMs)
    else socket?.destroy()
  })
}
