/** Numbers and dates in the words of an answer, the same whatever language and spelling they are in. */

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
    .flatMap((line, index) =>
      line.split(' ').map((word): [string, number] => [word, index < 19 ? index + 2 : (index - 17) * 10]),
    ),
)
/** How many of them is said beside them: they count for themselves. */
const MANY = new Set(
  'hundred hundreds thousand thousands million millions dozen dozens mia elfu laki milioni soo thao ngiri chwani punch'.split(
    ' ',
  ),
)

const groups = (lines: string) =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [first = '', ...others] = line.trim().split(' ')
      return [first, ...others].map((word): [string, string] => [word, first])
    }),
  )

const MONTHS = groups(`january januari jan
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
const DAYS = groups(`monday jumatatu mon
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
/** These are other words as well: a date only beside a number. */
const DOUBTFUL = new Set(['may', 'mon', 'sat', 'sun', 'mei', 'jan', 'dec'])

const UNITS = groups(`year years yrs miaka mwaka
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
/** In Kiswahili, and of money, the number comes after. */
const BEFORE = new Set(
  'miaka mwaka mwezi miezi wiki siku saa masaa dakika sekunde mb kb ksh kshs kes usd sh shilingi'.split(' '),
)

/** Before and after noon, as it is written out. */
export const HALF_DAY = /\b([ap])\.\s?m\b\.?/gi

/** Lower case, numbers written one way, each number and each word by itself. */
export const plainWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase()
    .replace(HALF_DAY, '$1m')
    .replace(/(?<=\p{N})[,'’ ](?=\p{N}{3}(?!\p{N}))/gu, '')
    .replace(/['’`]/g, '')
    .match(/\p{N}+(?:[.:]\p{N}+)*|\p{L}+/gu)
    ?.map((word) => word.replace(/^(\d+):00$/, '$1').replace(/^0+(?=\d)/, '')) ?? []

const valueOf = (word: string): string | undefined => {
  if (Object.hasOwn(NUMBERS, word)) return String(NUMBERS[word])
  return /^\p{N}/u.test(word) || MANY.has(word) ? word : undefined
}

/**
 * What a text says by numbers and dates: `15 minute`, `24 november`, `friday`; a number without a unit stands
 * for itself.
 */
export const numbersIn = (words: string[]): string[] => {
  const isNumber = (word: string | undefined) => word !== undefined && valueOf(word) !== undefined
  return words.flatMap((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]]
    const date = DAYS.get(word) ?? MONTHS.get(word)
    if (date) return DOUBTFUL.has(word) && !isNumber(before) && !isNumber(after) ? [] : [date]
    const value = valueOf(word)
    // "One" is mostly no number, but a word.
    if (value === undefined)
      return /^(?:one|moja|mmoja|half|nusu)$/.test(word) && after !== undefined && UNITS.has(after)
        ? [`1 ${UNITS.get(after)}`]
        : []
    const units = [
      after === undefined ? undefined : (UNITS.get(after) ?? MONTHS.get(after)),
      before === undefined
        ? undefined
        : ((BEFORE.has(before) ? UNITS.get(before) : undefined) ?? MONTHS.get(before)),
    ].filter((unit) => unit !== undefined && unit !== 'th')
    return units.length > 0 ? units.map((unit) => `${value} ${unit}`) : [value]
  })
}

const DATES = new Set([...DAYS.values(), ...MONTHS.values(), 'am', 'pm'])
/** True of a figure that is a day or a time of day. */
export const isDate = (figure: string): boolean => DATES.has(figure) || /^\S+ (?:am|pm)$/.test(figure)
