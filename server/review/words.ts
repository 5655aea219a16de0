const MAX_WORD_CHARACTERS = 60

/** Cuts between characters. A cut inside one, which may be two UTF-16 units, would make invalid JSON. */
const cutWord = (word: string) => Array.from(word).slice(0, MAX_WORD_CHARACTERS).join('')

/** The form in which search words are compared: lower case, without accents, only letters and digits. */
const normaliseWord = (text: string) =>
  cutWord(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )

const distinctWords = (words: string[]) => [...new Set(words.map(normaliseWord))].filter(Boolean)

/**
 * In a search word, this mark comes after the id of the job: `12:amina` or `12#k74tr9xmp`. It says whether
 * the word is from the identity or is the reference. So a search among references never finds the words of a
 * hidden identity.
 */
const MARK = { identity: ':', reference: '#' } as const

/**
 * The search words of an application: its names, identity number and reference. A name with a hyphen gives
 * one word for the whole and one for each part. Each word starts with the job and a mark, so a search stays
 * in one job.
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
// `:*` matches words that start with the typed text. A single typed letter matches only a whole word, because
// too many names start with it.
const prefixOperator = (word: string) => (word.length > 1 ? ':*' : '')

/**
 * The typed text as two PostgreSQL text queries. Each typed word must be the start of a word of the
 * application. `anywhere` searches all words, `references` only the reference. Undefined when the text has no
 * searchable word.
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
