import { append, type Edge, leafHash, rootOf } from '../transparency/tree.ts'

/** The tickets that this process issued in one minute. */
export type Minute = {
  sequence: number
  minute: Date
  /** SHA-256 of each ticket, concatenated. */
  hashes: Buffer
  root: Buffer
  /** True when more tickets were issued than `hashes` holds. */
  overflowed: boolean
}

const MINUTE_MS = 60_000

export const MAX = {
  /** Tickets of a minute. */
  inMinute: 200_000,
  /**
   * Beyond `inMinute`, one ticket per token for this many tokens. For further tickets only `overflowed` is
   * set.
   */
  tokens: 50_000,
  /** Tickets in all waiting minutes together: about 40 MB, when the database is unavailable for long. */
  waiting: 600_000,
} as const

type OpenMinute = { start: number; hashes: Buffer[]; edge: Edge; tokens: Set<string>; overflowed: boolean }

export const startOfMinute = (moment: Date) => Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS

/**
 * Holds the hashes of issued tickets until they are written to the database. When it is full, minutes are
 * marked `overflowed`.
 */
export function ticketMinutes(max: { inMinute: number; tokens: number; waiting: number } = MAX) {
  let open: OpenMinute | undefined
  let closed: Minute[] = []
  let waiting = 0
  let sequence = 0

  const close = () => {
    if (open && open.hashes.length > 0) {
      const { start, hashes, edge, overflowed } = open
      closed.push({
        sequence: ++sequence,
        minute: new Date(start),
        hashes: Buffer.concat(hashes),
        root: rootOf(edge),
        overflowed,
      })
    }
    open = undefined
  }
  const fits = (open: OpenMinute, token: string) => {
    if (waiting >= max.waiting) return false
    if (open.hashes.length < max.inMinute) return true
    if (open.tokens.has(token) || open.tokens.size >= max.tokens) return false
    open.tokens.add(token)
    return true
  }

  return {
    add(now: Date, hash: Buffer, tokenHash: Buffer) {
      const start = startOfMinute(now)
      if (open && open.start !== start) close()
      open ??= { start, hashes: [], edge: [], tokens: new Set(), overflowed: false }
      if (!fits(open, tokenHash.toString('latin1'))) {
        open.overflowed = true
        return
      }
      append(open.edge, open.hashes.length, leafHash(hash))
      open.hashes.push(hash)
      waiting++
    },
    /**
     * The minutes that have ended, oldest first. They stay until `discard`. With `includeCurrent`, the
     * current minute too.
     */
    endedMinutes(now: Date, includeCurrent = false): readonly Minute[] {
      if (open && (includeCurrent || open.start + MINUTE_MS <= now.getTime())) close()
      return closed
    },
    /** Forgets the minutes up to this sequence number, once they are in the database. */
    discard(upTo: number) {
      for (const { hashes, sequence: number } of closed) if (number <= upTo) waiting -= hashes.length / 32
      closed = closed.filter(({ sequence: number }) => number > upTo)
    },
  }
}
export type TicketMinutes = ReturnType<typeof ticketMinutes>
