import { type Class, CLASSES } from '#contract/endpoint.ts'
import { recordOf } from '../record-of.ts'

const RANKS = recordOf(CLASSES, (_, rank) => rank)
/** The position of a class of calls in CLASSES. The class at 0 has the highest priority. */
export const rankOf = (name: Class) => RANKS[name]

export type SlotOptions = {
  /** How many requests of all classes may hold a slot at once. */
  slots: number
  /** For each class, the number of slots that no other class may take. */
  reservedSlots?: Partial<Record<Class, number>>
  /** For each class, the most slots that it may hold at once. */
  maxSlots?: Partial<Record<Class, number>>
}

/**
 * Counts the slots for requests, and how many of them each class of calls holds. A class is named by its rank
 * (see `rankOf`).
 */
export class ClassSlots {
  readonly #slots: number
  // Each of these arrays has one number per class of calls, at the index of its rank.
  readonly #reserved: number[]
  readonly #ceiling: number[]
  readonly #takenByRank = CLASSES.map(() => 0)
  #taken = 0

  constructor({ slots, reservedSlots = {}, maxSlots = {} }: SlotOptions) {
    this.#slots = slots
    this.#reserved = CLASSES.map((name) => reservedSlots[name] ?? 0)
    this.#ceiling = CLASSES.map((name) => maxSlots[name] ?? slots)
  }

  get taken() {
    return this.#taken
  }

  /** How many of the slots that are reserved for this class are free. */
  unusedReserve(rank: number): number {
    return Math.max(0, this.#reserved[rank]! - this.#takenByRank[rank]!)
  }

  /**
   * Whether this class may take a slot. It may use its own reserved slots, but not those of other classes.
   */
  hasFree(rank: number): boolean {
    let freeForClass = this.#slots - this.#taken
    for (let other = 0; other < this.#reserved.length && freeForClass > 0; other++)
      if (other !== rank) freeForClass -= this.unusedReserve(other)
    return freeForClass > 0 && this.#takenByRank[rank]! < this.#ceiling[rank]!
  }

  take(rank: number) {
    this.#taken++
    this.#takenByRank[rank]!++
  }

  release(rank: number) {
    this.#taken--
    this.#takenByRank[rank]!--
  }
}
