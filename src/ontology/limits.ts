/** As much as the largest public thesauri in one file; parsing it takes seconds. */
export const MOST_BYTES = 64 * 1024 * 1024
export const MOST_STATEMENTS = 2_000_000
