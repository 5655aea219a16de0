/** Finds numbers and dates in a text. Every language and spelling of a number gets the same form. */

// Each line has all words for one number, in English, Kiswahili and Sheng. The numbers are 2 to 20, then the
// tens from 30 to 90.
const FIRST_NUMBER = 2
const LINES_BEFORE_TENS = 19
const FIRST_TENS = 3
const NUMBERS: Record<string, number> = Object.fromEntries(
  `two mbili wawili
three tatu watatu
four nne wanne
five tano watano finje
six sita
seven saba
eight nane wanane
nine tisa
ten kumi ashu
eleven
twelve
thirteen
fourteen
fifteen
sixteen
seventeen
eighteen
nineteen
twenty ishirini mbao
thirty thelathini
forty arobaini
fifty hamsini
sixty sitini
seventy sabini
eighty themanini
ninety tisini`
    .split('\n')
    .flatMap((line, index) => {
      const tens = index - LINES_BEFORE_TENS + FIRST_TENS
      const value = index < LINES_BEFORE_TENS ? index + FIRST_NUMBER : tens * 10
      return line.split(' ').map((word): [string, number] => [word, value])
    }),
)
/** Words for large numbers. In "five thousand", five and thousand count as two separate numbers. */
const MULTIPLIERS = new Set(
  'hundred hundreds thousand thousands million millions dozen dozens mia elfu laki milioni soo thao ngiri chwani punch'.split(
    ' ',
  ),
)

/** The words of all lines. For each word, the first word of its line is the standard form. */
const firstOfLine = (lines: string) =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [firstWord = '', ...others] = line.trim().split(' ')
      return [firstWord, ...others].map((word): [string, string] => [word, firstWord])
    }),
  )

const MONTHS = firstOfLine(`january januari jan
  february februari feb
  march machi
  april aprili apr
  may mei
  june juni jun
  july julai jul
  august agosti aug
  september septemba sep sept
  october oktoba oct
  november novemba nov
  december desemba dec`)
const DAYS = firstOfLine(`monday jumatatu mon
  tuesday jumanne tue tues
  wednesday jumatano wed
  thursday alhamisi thu thur thurs
  friday ijumaa fri
  saturday jumamosi sat
  sunday jumapili sun
  today leo
  tomorrow kesho
  yesterday jana
  tonight
  noon
  midnight
  weekend`)
/** Words that are a date only beside a number, because they have other meanings too. */
const ALSO_OTHER_WORDS = new Set(['may', 'mon', 'sat', 'sun', 'mei', 'jan', 'dec'])

const UNITS = firstOfLine(`year years yrs miaka mwaka
  month months miezi mwezi
  week weeks wiki
  day days siku
  hour hours hrs saa masaa
  minute minutes mins dakika
  second seconds sekunde
  mb megabyte megabytes
  kb kilobyte kilobytes
  gb gigabyte gigabytes
  money ksh kshs kes shilling shillings shilingi bob usd dollars sh tsh
  am asubuhi
  pm jioni
  percent asilimia
  k
  th st nd rd`)
/** Units that are written before their number: units in Kiswahili, and units of money. */
const UNITS_BEFORE_NUMBER = new Set(
  'miaka mwaka mwezi miezi wiki siku saa masaa dakika sekunde mb kb ksh kshs kes usd sh shilingi'.split(' '),
)

/** Matches `a.m.` and `p.m.`, written with full stops. */
export const HALF_DAY = /\b([ap])\.\s?m\b\.?/gi

/**
 * Splits a text into words and numbers, in lower case. Each number gets one form: 1,000 becomes 1000, 10:00
 * becomes 10 and 07 becomes 7.
 */
export const plainWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    // Invisible characters.
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase()
    .replace(HALF_DAY, '$1m')
    // Separators of thousands.
    .replace(/(?<=\p{N})[,'’ ](?=\p{N}{3}(?!\p{N}))/gu, '')
    .replace(/['’`]/g, '')
    .match(/\p{N}+(?:[.:]\p{N}+)*|\p{L}+/gu)
    ?.map((word) => word.replace(/^(\d+):00$/, '$1').replace(/^0+(?=\d)/, '')) ?? []

const valueOf = (word: string): string | undefined => {
  if (Object.hasOwn(NUMBERS, word)) return String(NUMBERS[word])
  return /^\p{N}/u.test(word) || MULTIPLIERS.has(word) ? word : undefined
}

/**
 * The numbers and dates of a text, such as `15 minute`, `24 november` and `friday`. A number without a unit
 * is given alone.
 */
export const numbersIn = (words: string[]): string[] => {
  const isNumber = (word: string | undefined) => word !== undefined && valueOf(word) !== undefined
  return words.flatMap((word, index) => {
    const [previousWord, nextWord] = [words[index - 1], words[index + 1]]
    const date = DAYS.get(word) ?? MONTHS.get(word)
    if (date)
      return ALSO_OTHER_WORDS.has(word) && !isNumber(previousWord) && !isNumber(nextWord) ? [] : [date]
    const value = valueOf(word)
    // The words "one" and "half" are numbers only before a unit. Both count as 1.
    if (value === undefined)
      return /^(?:one|moja|mmoja|half|nusu)$/.test(word) && nextWord !== undefined && UNITS.has(nextWord)
        ? [`1 ${UNITS.get(nextWord)}`]
        : []
    // A missing neighbour is the empty string, which no unit equals.
    const [wordBefore, wordAfter] = [previousWord ?? '', nextWord ?? '']
    const unitAfter = UNITS.get(wordAfter) ?? MONTHS.get(wordAfter)
    const unitBefore =
      (UNITS_BEFORE_NUMBER.has(wordBefore) ? UNITS.get(wordBefore) : undefined) ?? MONTHS.get(wordBefore)
    // An ordinal such as "5th" counts as its number, because "5" means the same day.
    const units = [unitAfter, unitBefore].filter((unit) => unit !== undefined && unit !== 'th')
    return units.length > 0 ? units.map((unit) => `${value} ${unit}`) : [value]
  })
}

const DATES = new Set([...DAYS.values(), ...MONTHS.values(), 'am', 'pm'])
/** True for a text that is a day, a month or a time of day. */
export const isDate = (number: string): boolean => DATES.has(number) || /^\S+ (?:am|pm)$/.test(number)
