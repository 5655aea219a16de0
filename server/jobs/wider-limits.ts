/**
 * Limits of the wider search, whose jobs are shown below the list: at most `maxResults` jobs, and as many
 * places. It uses the first `maxWords` words of the search.
 */
export const WIDER = { maxResults: 6, maxWords: 8 } as const
