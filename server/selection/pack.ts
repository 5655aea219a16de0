// The formats of docs/spec/selection.md. A pack is the file from which a selection is computed. It comes from
// outside, so it is checked, and an error refuses it.
export const PACK_FORMAT = 'selection-pack/1'
export const RESULT_FORMAT = 'selection-result/1'

export const GENDERS = ['female', 'male', 'other'] as const
export type Gender = (typeof GENDERS)[number]

/** A share as two whole numbers, for example 2 of 3. */
export type Share = readonly [part: number, whole: number]
export type SeatsOfPlace = { unit: string; place: string; seats: number }
/** A share holds in a unit with at least `from` seats. `reservePercent`: percentage of a place's seats. */
export type Rule = {
  seats: SeatsOfPlace[]
  gender?: { maxShare: Share; from: number }
  disability?: { minShare: Share; from: number }
  reservePercent: number
}
/** One person of the pool. `leaf` is a digest that replaces the name, 64 hexadecimal digits. */
export type Entry = {
  leaf: string
  unit: string
  place: string
  points: number
  gender: Gender
  disability: boolean
}
/** Lists of leaves, which replace names. `held`: people who keep their seat; `gone`: people who are out. */
export type Pack = {
  format: typeof PACK_FORMAT
  rule: Rule
  seed: string
  pool: Entry[]
  held?: string[]
  gone?: string[]
}

/** The pack has an error, which the sentence explains. Nothing is computed. */
export class RefusedPack extends Error {}

/** Refuses the pack with `sentence`, unless the condition `holds`. */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new RefusedPack(sentence)
}

type Members = Readonly<Record<string, unknown>>

// In the functions below, `what` is the name of a value, for the sentence that refuses it.

export function objectOf(value: unknown, what: string): Members {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} must be an object.`)
  return value as Members
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  must(Array.isArray(value), `${what} must be a list.`)
  return value
}

export function hexOf(value: unknown, what: string): string {
  must(
    typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    `${what} must be 64 lower-case hexadecimal digits.`,
  )
  return value
}

/** Whole numbers in JSON are exact only up to 2^53 - 1 (RFC 7493, on which RFC 8785 builds). */
export function wholeNumberOf(value: unknown, what: string): number {
  must(
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
    `${what} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`,
  )
  return value
}

export function nameOf(value: unknown, what: string): string {
  must(typeof value === 'string' && value.isWellFormed(), `${what} must be a text.`)
  return value
}

/** A name from the pack, made safe for a sentence on a screen. */
export const shown = (name: string) => JSON.stringify(name.replace(/\p{C}+/gu, ' ').slice(0, 100))

function shareOf(value: unknown, least: 0 | 1, what: string): Share {
  const [part, whole, ...more] = Array.isArray(value) ? (value as unknown[]) : []
  const areTwo = Array.isArray(value) && more.length === 0
  const isShare = areTwo && Number.isSafeInteger(part) && Number.isSafeInteger(whole)
  must(
    isShare && Number(part) >= least && Number(part) <= Number(whole) && Number(whole) > 0,
    `${what} must be two whole numbers, the first ${least === 1 ? 'above' : 'at least'} 0 and at most the second.`,
  )
  return [Number(part), Number(whole)]
}

function seatsOf(value: unknown): SeatsOfPlace[] {
  return listOf(value, 'The list of seats').map((line, index) => {
    const what = `Line ${index + 1} of the seats`
    const { unit, place, seats } = objectOf(line, what)
    return {
      unit: nameOf(unit, `${what}: the unit`),
      place: nameOf(place, `${what}: the place`),
      seats: wholeNumberOf(seats, `${what}: the seats`),
    }
  })
}

export function ruleOf(value: unknown): Rule {
  const { seats, gender, disability, reservePercent } = objectOf(value, 'The rule')
  const rule: Rule = { seats: seatsOf(seats), reservePercent: 0 }
  if (gender !== undefined) {
    const { maxShare, from } = objectOf(gender, 'The rule for gender')
    const [part, whole] = shareOf(maxShare, 1, 'maxShare')
    // The comparison uses no product, because a product could be above the safe integers.
    must(part >= whole - part, 'maxShare must not be below one half.')
    rule.gender = { maxShare: [part, whole], from: wholeNumberOf(from, 'from of the rule for gender') }
  }
  if (disability !== undefined) {
    const { minShare, from } = objectOf(disability, 'The rule for disability')
    rule.disability = {
      minShare: shareOf(minShare, 0, 'minShare'),
      from: wholeNumberOf(from, 'from of the rule for disability'),
    }
  }
  const refusedPercent = -1
  const percent = Number.isSafeInteger(reservePercent) ? Number(reservePercent) : refusedPercent
  must(percent >= 0 && percent <= 100, 'reservePercent must be a whole number from 0 to 100.')
  return { ...rule, reservePercent: percent }
}
