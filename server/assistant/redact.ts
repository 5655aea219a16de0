import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { withoutPeople } from './redact-people.ts'

/** The marks that replace removed text. */
const PLACEHOLDER = {
  email: '[email]',
  number: '[number]',
  reference: '[reference]',
  name: '[name]',
} as const

// Patterns of email addresses: `a@b.ke` and `a (at) b.ke`, then `a at b dot ke`, then `a at gmail.com`. Each
// matches only at the start of a word. At every character of a long word, matching would take quadratic time.
const EMAILS = [
  /(?<![^\s@<>(),;:"'])[^\s@<>(),;:"']+\s?(?:@|\(at\)|\[at\]|\{at\})\s?[^\s@<>(),;:"']+/giu,
  /(?<![\w.+-])[\w.+-]+\s+(?:at|dot)\s+[\w-]+(?:\s+dot\s+[\w-]+)+/gi,
  /(?<![\w.+-])[\w.+-]+\s+at\s+(?:gmail|yahoo|outlook|hotmail|icloud|proton)\b[\s.]*(?:dot\s*)?(?:com|me|co\.ke)?/gi,
]

const CHARACTER = '[A-Za-z0-9]'
/**
 * Matches what looks like a reference number: K7-MPQR23-4, also with spaces or without dashes. Ordinary words
 * match too, so `withoutReferences` checks each match.
 */
const REFERENCES = new RegExp(
  `(?<!${CHARACTER})${CHARACTER}{2}[\\s–—-]?${CHARACTER}{6}[\\s–—-]?${CHARACTER}(?!${CHARACTER})`,
  'g',
)
/** Matches a reference number with both dashes, whatever its characters are. */
const DASHED_REFERENCE = new RegExp(
  `(?<!${CHARACTER})${CHARACTER}{2}[–—-]${CHARACTER}{6}[–—-]${CHARACTER}(?!${CHARACTER})`,
  'g',
)

// Matches six digits or more, with any separators. Then matches words with at least three digits, such as
// passport and staff numbers.
const NUMBERS = /(?<![\p{L}])\p{L}{0,3}-?\+?\(?(?:\p{Nd}[\s.,/()_\-–—]{0,3}){5,}\p{Nd}\p{L}?/gu
const MIXED = /(?<![\p{L}\p{Nd}/_-])(?=[\p{L}\p{Nd}/_-]*\p{L})(?:[\p{L}/_-]*\p{Nd}){3,}[\p{L}\p{Nd}/_-]*/gu

const DIGIT =
  'zero|one|two|three|four|five|six|seven|eight|nine|oh|double|triple|sifuri|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa'
/** Matches five or more spelt digits or characters: `zero seven`, `a for apple`. */
const SPOKEN = new RegExp(
  `\\b(?:(?:${DIGIT}|[a-z] (?:for|as in) [a-z]\\w*(?:-+\\w+)*|\\p{Nd})\\b[\\s,.–—-]*){5,}`,
  'giu',
)

const WORD = "[\\p{L}][\\p{L}'’.-]*"
/** Words that are no part of a name. After an introduction, the name ends before the first of them. */
const NO_PART_OF_NAME =
  "(?:and|but|i|im|i'm|my|from|of|with|at|in|who|the|a|an|is|was|have|has|can|how|please|want|would|applied|na|lakini|kutoka|nataka|ninataka|natoka|nime\\w*|nili\\w*|je|mimi|niko|kwa|tafadhali|naomba)\\b"
/** Matches `my name is wanjiku`. The groups are the words before the name, the space, and the name. */
const NAMED = new RegExp(
  `\\b((?:my|his|her|their|full|first|last|sur|middle)\\s*names?(?:\\s+(?:is|are|was))?|names?\\s*[:=]|(?:i am|i'm|im|we are) (?:called|named)|(?:they )?call(?:s|ed)? me|known as|majina?\\s+(?:langu|yangu|lake|yake|kamili)(?:\\s+ni)?|(?:ninaitwa|naitwa|anaitwa|nikiitwa))([\\s:,=]+)((?:\\[name\\]\\s+)*(?!${NO_PART_OF_NAME})${WORD}(?:\\s+(?!${NO_PART_OF_NAME})${WORD}){0,3})`,
  'giu',
)
const CAPITAL = "\\p{Lu}[\\p{L}'’.-]{1,60}"
/** Matches `I am Wanjiku Otieno` and `Dear Wanjiku`. The name must have capitals. */
const INTRODUCED = new RegExp(
  `\\b((?:[Ii] am|[Ii]'m|[Ii]m|[Tt]his is|[Mm]imi ni|[Nn]i mimi|[Dd]ear|[Mm]r\\.?|[Mm]rs\\.?|[Mm]s\\.?|[Dd]r\\.?|[Bb]w\\.?|[Bb]i\\.?)\\s+)(${CAPITAL}(?:\\s+${CAPITAL}){0,3})`,
  'gu',
)
/** Matches two or more capitalised words in a row. */
const CAPITALS = new RegExp(`${CAPITAL}(?:\\s+${CAPITAL})+`, 'gu')

// Capitalised words that start sentences or belong to this portal. Any other pair of capitalised words may
// name a person.
const COMMON = new Set(
  `a about after all am an and any apply applying application applications april are as at august be board by can closing commission commissioner
  constituency coordinator could county cv december deputy did director do does documents education electoral february for form from good hello hi
  help how huduma i iebc if in independent is january job jobs july june kenya kenyan kiswahili manager march may mei me morning my national november
  october of officer on or please portal profile question register registration returning salary senior september should shortlisted status submit
  technician thank thanks the there this to vacancies want was were what when where which who why will with would you your je habari kazi maombi nini
  lini wapi gani vipi ninawezaje naweza nataka kaunti monday tuesday wednesday thursday friday saturday sunday ict human resource resources clerk
  nairobi mombasa kisumu nakuru eldoret`.split(/\s+/),
)

// Gives every letter a standard form. Removes invisible characters, which could hide digits.
const normalised = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')
const ANY_WORD = /[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}'’.-]*/gu
/** The ending of a possessive, as in `Wanjiku's`. */
const POSSESSIVE = /['’]s$/i
const plain = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’.-]/gu, '')
const wordsOf = (text: string) =>
  text
    .split(/[^\p{L}\p{M}\p{Nd}'’.-]+/u)
    .map(plain)
    .filter((word) => word.length > 1)

/** Matches the marks inside names: `Wesonga-Otenyo`, `Ng'ang'a`. */
const MARKS_IN_NAME = /['’‘`´.-]/gu
/** The words of a person's own text. A name with marks is known in one piece, and also in its parts. */
const ownWordsOf = (text: string) => {
  const words = wordsOf(text.replace(MARKS_IN_NAME, ''))
  // The parts of an email are no names: `my-office` would remove every `my`.
  return text.includes('@') ? words : [...words, ...wordsOf(text.replace(MARKS_IN_NAME, ' '))]
}

// A mistyped reference number must be removed too. A digit in the middle is enough to recognise it.
const withoutReferences = (text: string) =>
  text
    .replace(DASHED_REFERENCE, PLACEHOLDER.reference)
    .replace(REFERENCES, (candidate) =>
      /\d/.test(candidate.slice(2, -1)) || referenceFromText(candidate) ? PLACEHOLDER.reference : candidate,
    )

/** Removes capitalised words, from the first unfamiliar one to the last. A single unfamiliar one stays. */
const withoutStrangers = (capitalWords: string, familiar: ReadonlySet<string>) => {
  const words = capitalWords.split(/(\s+)/)
  const isStrange = (part: string) => wordsOf(part).some((word) => !COMMON.has(word) && !familiar.has(word))
  const [firstStrange, lastStrange] = [words.findIndex(isStrange), words.findLastIndex(isStrange)]
  // Equal: no word is strange (both are -1), or only one is.
  return firstStrange === lastStrange
    ? capitalWords
    : [...words.slice(0, firstStrange), PLACEHOLDER.name, ...words.slice(lastStrange + 1)].join('')
}

const withoutNames = (text: string, ownWords: ReadonlySet<string>, familiar: ReadonlySet<string>) => {
  const isOwn = (word: string) =>
    [word, word.replace(POSSESSIVE, ''), ...word.split(MARKS_IN_NAME)].some((part) =>
      ownWords.has(plain(part)),
    )
  return text
    .replace(ANY_WORD, (word) => (isOwn(word) ? PLACEHOLDER.name : word))
    .replace(NAMED, (_, opening: string, gap: string) => `${opening}${gap}${PLACEHOLDER.name}`)
    .replace(INTRODUCED, (_, opening: string) => `${opening}${PLACEHOLDER.name}`)
    .replace(CAPITALS, (capitalWords) => withoutStrangers(capitalWords, familiar))
}

/**
 * Returns a function that removes from a question what could identify a person, before it goes to a provider
 * (N2, T25). It removes emails, phone, ID and reference numbers, and names after an introduction. It removes
 * `ownTexts`, the names and numbers of the person who asks. It removes pairs of capitalised words that are
 * not in `familiarText`, a text of ours. If in doubt, it removes a word.
 */
export function redactor(ownTexts: string[], familiarText: string): (text: string) => string {
  const ownWords = new Set(ownTexts.flatMap(ownWordsOf))
  const familiarWords = new Set(wordsOf(familiarText))
  return (text) => {
    let redacted = normalised(text)
    for (const pattern of EMAILS) redacted = redacted.replace(pattern, PLACEHOLDER.email)
    redacted = withoutReferences(redacted)
    redacted = redacted
      .replace(SPOKEN, `${PLACEHOLDER.number} `)
      .replace(NUMBERS, PLACEHOLDER.number)
      .replace(MIXED, PLACEHOLDER.number)
    return withoutPeople(
      withoutNames(redacted, ownWords, familiarWords),
      (word) => COMMON.has(word) || familiarWords.has(word),
    )
      .replace(/[^\S\n]+/g, ' ')
      .trim()
  }
}
