// Sentences about places that only the server writes. This module is separate, so that no page loads them.

/** Joins names as in `A, B and C`. */
const listed = (names: string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

type Sentence = (count: number, total: number, names: string) => string

/** Names the places when they are at most `maxNamed`, else only counts them. */
const countedPlaces =
  (named: Sentence, counted: Sentence, maxNamed: number) => (names: string[], total: number) => {
    if (names.length === 0) return undefined
    const sentence = names.length > maxNamed ? counted : named
    return sentence(names.length, total, listed(names))
  }

/**
 * A sentence about a job's posts where the reader lives; undefined without any. The last argument is the most
 * places that a sentence names.
 */
export const nearWords = {
  areas: countedPlaces(
    (count, total, names) =>
      count === 1
        ? `${count} of ${total} areas is yours: ${names}`
        : `${count} of ${total} areas are yours: ${names}`,
    (count, total) => `${count} of ${total} areas are yours`,
    3,
  ),
  centres: countedPlaces(
    (count, total, names) =>
      count === 1
        ? `${count} of ${total} Huduma Centres is in your county: ${names}`
        : `${count} of ${total} Huduma Centres are in your county: ${names}`,
    (count, total) => `${count} of ${total} Huduma Centres are in your county`,
    2,
  ),
  county: 'In your county',
} as const
