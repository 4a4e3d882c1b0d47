/** What is written when a strategy does not return in a comparison. */
export const STUCK_IN_LAB =
  'The comparison is ended. Crawls that were finished are kept in the output folder, if there is one; compare without this strategy to continue.'
