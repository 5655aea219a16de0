import { SELECTION_RULES } from './limits.ts'
import type { RuleContent } from './rule.ts'
import { SELECTION_RULE_WORDS as WORDS } from './words.ts'

const withoutQuotes = (cell: string) => cell.replace(/^"/, '').replace(/"$/, '').trim()
const cellsOf = (line: string) => line.split(/[,;\t]/).map((cell) => withoutQuotes(cell.trim()))

/** Some spreadsheets write this invisible character at the start of a file. */
const BYTE_ORDER_MARK = /^\ufeff/

/** A cell that is a number, unlike a name with a digit, such as `Umoja 1`. */
const NUMBER = /^\d[\d. ]*$/

/** The seats of all lines, or the sentence about the first line that is wrong. */
type ReadSeats = { seats: RuleContent['seats'] } | { error: string }

/**
 * Reads the seats of a rule from a table that an officer pasted. Each line has a place and its seats, with
 * commas, semicolons or tabs between. A place is given by its code or its name. A first line without a number
 * has the headings.
 */
export function readSeats(text: string, keysOf: (place: string) => readonly string[]): ReadSeats {
  if (text.length > SELECTION_RULES.maxCsvBytes) return { error: WORDS.csvLarge }
  const seats: RuleContent['seats'] = []
  const listed = new Set<string>()
  const lines = text.replace(BYTE_ORDER_MARK, '').split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [place = '', count = '', ...more] = cellsOf(line)
    const isHeading = index === 0 && !/\d/.test(line)
    if (isHeading) continue
    const refuse = (words: string) => ({ error: WORDS.csvLine(index + 1, words) })
    // `Balambala,"1,200"` is refused, because the comma divides the number. A name may follow the seats, as
    // in the lines in which the page shows a draft.
    if (place === '' || count === '' || more.some((cell) => NUMBER.test(cell)))
      return refuse(WORDS.csvColumns)
    if (!/^\d{1,7}$/.test(count)) return refuse(WORDS.seatsWhole)
    const [key, ...others] = keysOf(place)
    if (key === undefined) return refuse(WORDS.placeUnknown(place))
    if (others.length > 0) return refuse(WORDS.placeAmbiguous(place))
    if (listed.has(key)) return refuse(WORDS.seatsTwice(place))
    if (seats.length === SELECTION_RULES.maxPlaces) return { error: WORDS.seatsMost }
    listed.add(key)
    seats.push({ place: key, seats: Number(count) })
  }
  return seats.length === 0 ? { error: WORDS.csvEmpty } : { seats }
}
