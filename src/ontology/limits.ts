/** The size of the largest public thesauri; parsing such a file takes seconds. */
export const MAX_BYTES = 64 * 1024 * 1024
export const MAX_STATEMENTS = 2_000_000
