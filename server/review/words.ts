/** The form that is compared: lower case, only letters and digits. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 60)

const distinct = (words: string[]) => [...new Set(words.map(bare))].filter(Boolean)

/** References have another mark than identities, so a search by reference never finds hidden words. */
const MARK = { who: ':', reference: '#' } as const

/**
 * The search words of an application: each part of its names, also joined parts, its identity number, and its
 * reference.
 */
export const wordsOf = (
  jobId: number,
  { names, idno, reference }: { names: string[]; idno: string; reference: string },
): string[] => [
  ...distinct([...names.flatMap((name) => [...name.split(/\s+/), ...name.split(/[\s-]+/)]), idno]).map(
    (word) => `${jobId}${MARK.who}${word}`,
  ),
  ...distinct([reference]).map((word) => `${jobId}${MARK.reference}${word}`),
]

const MOST_WORDS = 6
// A single letter begins half of all names, so it must match a whole word.
const beginning = (word: string) => (word.length > 1 ? ':*' : '')

/**
 * The typed text as two tsqueries: `anywhere` matches the beginnings of all words anywhere, `references` only
 * in references. Undefined when the text has no searchable word.
 */
export function searchOf(jobId: number, typed: string): { anywhere: string; references: string } | undefined {
  const words = distinct(typed.split(/\s+/)).slice(0, MOST_WORDS)
  if (words.length === 0) return undefined
  const lexeme = (mark: string, word: string) => `'${jobId}${mark}${word}'${beginning(word)}`
  return {
    anywhere: words
      .map((word) => `(${lexeme(MARK.who, word)} | ${lexeme(MARK.reference, word)})`)
      .join(' & '),
    references: words.map((word) => lexeme(MARK.reference, word)).join(' & '),
  }
}
