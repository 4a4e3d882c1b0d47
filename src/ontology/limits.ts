/** As much as the largest public thesauri in one file; parsing it takes seconds. */
export const MAX_BYTES = 64 * 1024 * 1024
export const MAX_STATEMENTS = 2_000_000
