/** As it is compared: without case, marks and whatever is neither letter nor figure. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 60)

const kept = (words: string[]) => [...new Set(words.map(bare))].filter(Boolean)

/** A reference behind another sign than who it is: what is hidden is not found by its words. */
const MARK = { who: ':', reference: '#' } as const

/** The words by which an application of a job is found: those of its names, alone and as one, its identity number, and its reference. */
export const wordsOf = (jobId: number, { names, idno, reference }: { names: string[]; idno: string; reference: string }): string[] => [
  ...kept([...names.flatMap((name) => [...name.split(/\s+/), ...name.split(/[\s-]+/)]), idno]).map((word) => `${jobId}${MARK.who}${word}`),
  ...kept([reference]).map((word) => `${jobId}${MARK.reference}${word}`),
]

const MOST_WORDS = 6
// A single letter begins half of all names: it is taken for a whole word.
const beginning = (word: string) => (word.length > 1 ? ':*' : '')

/**
 * What is typed, as two tsqueries: one that finds the beginnings of all its words anywhere, one that finds them in references
 * alone. Undefined when nothing in it could be found.
 */
export function searchOf(jobId: number, typed: string): { anywhere: string; references: string } | undefined {
  const words = kept(typed.split(/\s+/)).slice(0, MOST_WORDS)
  if (words.length === 0) return undefined
  const lexeme = (mark: string, word: string) => `'${jobId}${mark}${word}'${beginning(word)}`
  return {
    anywhere: words.map((word) => `(${lexeme(MARK.who, word)} | ${lexeme(MARK.reference, word)})`).join(' & '),
    references: words.map((word) => lexeme(MARK.reference, word)).join(' & '),
  }
}
