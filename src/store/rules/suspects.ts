/**
 * Which URLs are suspected of ending the process, and when one is convicted. A crash takes every page in flight with it, and only one of them, or
 * none, can have caused it. So losses alone prove nothing: they make a URL a suspect, which is then leased with nothing else in flight.
 * Only what happens to it then is counted against it.
 */

/** Lost leases that make a URL a suspect. */
export const SUSPECT_AFTER = 2

/**
 * What is counted against a suspect that was alone in flight when its lease was lost. While its response is awaited, nothing of the page has
 * reached the process yet: that it was killed from outside is more likely.
 */
export const BLAME = { awaited: 1, received: 4 } as const

/** A suspect blamed this much is given up: three crashes while its response was handled, or ten while it was awaited. */
export const MAX_BLAME = 10
