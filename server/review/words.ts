const MAX_WORD_CHARACTERS = 60

/** The form of a word that is compared: lower case, only letters and digits, without accents. */
const normaliseWord = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_WORD_CHARACTERS)

const distinctWords = (words: string[]) => [...new Set(words.map(normaliseWord))].filter(Boolean)

/**
 * Each search word has a mark that says what it is from. References have a mark of their own, so a search by
 * reference never finds the words of a hidden identity.
 */
const MARK = { identity: ':', reference: '#' } as const

/**
 * The search words of an application: its names, its identity number, and its reference. A name with a hyphen
 * is there as a whole and in its parts. Each word starts with the job and a mark, so a search stays in one
 * job.
 */
export const wordsOf = (
  jobId: number,
  { names, idno, reference }: { names: string[]; idno: string; reference: string },
): string[] => [
  ...distinctWords([...names.flatMap((name) => [...name.split(/\s+/), ...name.split(/[\s-]+/)]), idno]).map(
    (word) => `${jobId}${MARK.identity}${word}`,
  ),
  ...distinctWords([reference]).map((word) => `${jobId}${MARK.reference}${word}`),
]

const MAX_SEARCH_WORDS = 6
// `:*` matches words that start with the text. Half of all names start with some single letter, so a single
// letter must match a whole word.
const prefixOperator = (word: string) => (word.length > 1 ? ':*' : '')

/**
 * The typed text as two text search queries of PostgreSQL. Both match applications that have, for each typed
 * word, a word that starts with it: `anywhere` any word, `references` only a reference. Undefined when the
 * text has no searchable word.
 */
export function searchOf(jobId: number, typed: string): { anywhere: string; references: string } | undefined {
  const words = distinctWords(typed.split(/\s+/)).slice(0, MAX_SEARCH_WORDS)
  if (words.length === 0) return undefined
  const lexeme = (mark: string, word: string) => `'${jobId}${mark}${word}'${prefixOperator(word)}`
  return {
    anywhere: words
      .map((word) => `(${lexeme(MARK.identity, word)} | ${lexeme(MARK.reference, word)})`)
      .join(' & '),
    references: words.map((word) => lexeme(MARK.reference, word)).join(' & '),
  }
}
