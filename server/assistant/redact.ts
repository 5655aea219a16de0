import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { withoutPeople } from './redact-people.ts'

/** What stands in place of what was taken out. */
const MARK = { email: '[email]', number: '[number]', reference: '[reference]', name: '[name]' } as const

// Each begins where its word begins: tried at every character of a long word, it would take the square of its
// length.
const EMAILS = [
  /(?<![^\s@<>(),;:"'])[^\s@<>(),;:"']+\s?(?:@|\(at\)|\[at\]|\{at\})\s?[^\s@<>(),;:"']+/giu,
  /(?<![\w.+-])[\w.+-]+\s+(?:at|dot)\s+[\w-]+(?:\s+dot\s+[\w-]+)+/gi,
  /(?<![\w.+-])[\w.+-]+\s+at\s+(?:gmail|yahoo|outlook|hotmail|icloud|proton)\b[\s.]*(?:dot\s*)?(?:com|me|co\.ke)?/gi,
]

const SIGN = '[A-Za-z0-9]'
const REFERENCES = new RegExp(`(?<!${SIGN})${SIGN}{2}[\\s–—-]?${SIGN}{6}[\\s–—-]?${SIGN}(?!${SIGN})`, 'g')
const WRITTEN_OUT = new RegExp(`(?<!${SIGN})${SIGN}{2}[–—-]${SIGN}{6}[–—-]${SIGN}(?!${SIGN})`, 'g')

// Six digits or more, whatever parts them; and a token of letters with three digits in it, as passports and
// staff numbers are.
const NUMBERS = /(?<![\p{L}])\p{L}{0,3}-?\+?\(?(?:\p{Nd}[\s.,/()_\-–—]{0,3}){5,}\p{Nd}\p{L}?/gu
const MIXED = /(?<![\p{L}\p{Nd}/_-])(?=[\p{L}\p{Nd}/_-]*\p{L})(?:[\p{L}/_-]*\p{Nd}){3,}[\p{L}\p{Nd}/_-]*/gu

const DIGIT =
  'zero|one|two|three|four|five|six|seven|eight|nine|oh|double|triple|sifuri|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa'
const SPOKEN = new RegExp(
  `\\b(?:(?:${DIGIT}|[a-z] (?:for|as in) [a-z]\\w*(?:-+\\w+)*|\\p{Nd})\\b[\\s,.–—-]*){5,}`,
  'giu',
)

const WORD = "[\\p{L}][\\p{L}'’.-]*"
// What ends a name that somebody gives.
const AFTER =
  "(?:and|but|i|im|i'm|my|from|of|with|at|in|who|the|a|an|is|was|have|has|can|how|please|want|would|applied|na|lakini|kutoka|nataka|ninataka|natoka|nime\\w*|nili\\w*|je|mimi|niko|kwa|tafadhali|naomba)\\b"
const NAMED = new RegExp(
  `\\b((?:my|his|her|their|full|first|last|sur|middle)\\s*names?(?:\\s+(?:is|are|was))?|names?\\s*[:=]|(?:i am|i'm|im|we are) (?:called|named)|(?:they )?call(?:s|ed)? me|known as|majina?\\s+(?:langu|yangu|lake|yake|kamili)(?:\\s+ni)?|(?:ninaitwa|naitwa|anaitwa|nikiitwa))([\\s:,=]+)((?:\\[name\\]\\s+)*(?!${AFTER})${WORD}(?:\\s+(?!${AFTER})${WORD}){0,3})`,
  'giu',
)
const CAPITAL = "\\p{Lu}[\\p{L}'’.-]{1,60}"
const INTRODUCED = new RegExp(
  `\\b((?:[Ii] am|[Ii]'m|[Ii]m|[Tt]his is|[Mm]imi ni|[Nn]i mimi|[Dd]ear|[Mm]r\\.?|[Mm]rs\\.?|[Mm]s\\.?|[Dd]r\\.?|[Bb]w\\.?|[Bb]i\\.?)\\s+)(${CAPITAL}(?:\\s+${CAPITAL}){0,3})`,
  'gu',
)
const CAPITALS = new RegExp(`${CAPITAL}(?:\\s+${CAPITAL})+`, 'gu')

// Capitalised words that begin sentences or that this portal is about; every other pair of them may be
// somebody.
const COMMON = new Set(
  `a about after all am an and any apply applying application applications april are as at august be board by can closing commission commissioner
  constituency coordinator could county cv december deputy did director do does documents education electoral february for form from good hello hi
  help how huduma i iebc if in independent is january job jobs july june kenya kenyan kiswahili manager march may mei me morning my national november
  october of officer on or please portal profile question register registration returning salary senior september should shortlisted status submit
  technician thank thanks the there this to vacancies want was were what when where which who why will with would you your je habari kazi maombi nini
  lini wapi gani vipi ninawezaje naweza nataka kaunti monday tuesday wednesday thursday friday saturday sunday ict human resource resources clerk
  nairobi mombasa kisumu nakuru eldoret`.split(/\s+/),
)

// One sign for each letter however it is typed, and no sign that cannot be seen between the digits.
const even = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')
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

// A slip in one of the signs makes it no less theirs: digits in the middle are enough.
const withoutReferences = (text: string) =>
  text
    .replace(WRITTEN_OUT, MARK.reference)
    .replace(REFERENCES, (found) =>
      /\d/.test(found.slice(2, -1)) || referenceFromText(found) ? MARK.reference : found,
    )

const withoutStrangers = (run: string, familiar: ReadonlySet<string>) => {
  const words = run.split(/(\s+)/)
  const isStrange = (part: string) => wordsOf(part).some((word) => !COMMON.has(word) && !familiar.has(word))
  const [first, last] = [words.findIndex(isStrange), words.findLastIndex(isStrange)]
  return first === last ? run : [...words.slice(0, first), MARK.name, ...words.slice(last + 1)].join('')
}

const withoutNames = (text: string, own: ReadonlySet<string>, familiar: ReadonlySet<string>) =>
  text
    .replace(/[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}'’.-]*/gu, (word) =>
      own.has(plain(word)) || own.has(plain(word.replace(/['’]s$/i, ''))) ? MARK.name : word,
    )
    .replace(NAMED, (_, opening: string, gap: string) => `${opening}${gap}${MARK.name}`)
    .replace(INTRODUCED, (_, opening: string) => `${opening}${MARK.name}`)
    .replace(CAPITALS, (run) => withoutStrangers(run, familiar))

/**
 * Takes out of a question what could tell whose it is (N2, T25): emails, phones, ID and reference numbers,
 * `own` (names and numbers of the person who asks), names that somebody gives, and pairs of capitalised words
 * that `familiar` text, which is ours, does not hold. Rather too much than too little.
 */
export function redactor(own: string[], familiar: string): (text: string) => string {
  const owned = new Set(own.flatMap(wordsOf))
  const known = new Set(wordsOf(familiar))
  return (text) => {
    let left = even(text)
    for (const email of EMAILS) left = left.replace(email, MARK.email)
    left = withoutReferences(left)
    left = left.replace(SPOKEN, `${MARK.number} `).replace(NUMBERS, MARK.number).replace(MIXED, MARK.number)
    return withoutPeople(withoutNames(left, owned, known), (word) => COMMON.has(word) || known.has(word))
      .replace(/[^\S\n]+/g, ' ')
      .trim()
  }
}
