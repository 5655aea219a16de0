import { append, type Edge, HASH_BYTES, leafHash, rootOf } from '../transparency/tree.ts'

/** The tickets that this process issued in one minute. */
export type TicketMinute = {
  /** The number of the minute, counted by this process without gaps. */
  sequence: number
  /** The start of the minute in which the tickets were issued. */
  minute: Date
  /** The SHA-256 of each ticket, one after the other. */
  hashes: Buffer
  /** The root hash of the Merkle tree whose leaves are these hashes. */
  root: Buffer
  /** True when more tickets were issued in the minute than `hashes` has. */
  overflowed: boolean
}

const MINUTE_MS = 60_000

/** The most tickets whose hashes a process stores. For further tickets, only `overflowed` is set. */
const MAX = {
  /** Tickets of one minute. */
  inMinute: 200_000,
  /** In a full minute, each session token still gets one ticket, up to this many tokens. */
  tokens: 50_000,
  /** All tickets that wait while the database is unavailable: about 40 MB. */
  waiting: 600_000,
} as const

type OpenMinute = {
  startMs: number
  hashes: Buffer[]
  /** The part of the Merkle tree that is needed to add the next hash. */
  edge: Edge
  /** The session tokens that got a ticket stored after the minute was full. */
  tokens: Set<string>
  overflowed: boolean
}

export const startOfMinute = (moment: Date) => Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS

/**
 * Stores the hashes of issued tickets until they are written to the database. When its memory is full,
 * minutes are marked `overflowed`.
 */
export function ticketMinutes(max: { inMinute: number; tokens: number; waiting: number } = MAX) {
  let open: OpenMinute | undefined
  let closed: TicketMinute[] = []
  let waitingTickets = 0
  let sequence = 0

  const close = () => {
    if (open && open.hashes.length > 0) {
      const { startMs, hashes, edge, overflowed } = open
      closed.push({
        sequence: ++sequence,
        minute: new Date(startMs),
        hashes: Buffer.concat(hashes),
        root: rootOf(edge),
        overflowed,
      })
    }
    open = undefined
  }
  /** Whether one more ticket fits. In a full minute, the token uses its only place. */
  const takePlace = (minute: OpenMinute, token: string) => {
    // The first ticket of a minute always fits: only a stored minute can be marked `overflowed`.
    if (minute.hashes.length === 0) return true
    if (waitingTickets >= max.waiting) return false
    if (minute.hashes.length < max.inMinute) return true
    if (minute.tokens.has(token) || minute.tokens.size >= max.tokens) return false
    minute.tokens.add(token)
    return true
  }

  return {
    add(now: Date, hash: Buffer, tokenHash: Buffer) {
      const startMs = startOfMinute(now)
      if (open && open.startMs !== startMs) close()
      open ??= { startMs, hashes: [], edge: [], tokens: new Set(), overflowed: false }
      // A Set compares texts by their value, but Buffers by identity. In latin1 each byte is one character.
      if (!takePlace(open, tokenHash.toString('latin1'))) {
        open.overflowed = true
        return
      }
      append(open.edge, open.hashes.length, leafHash(hash))
      open.hashes.push(hash)
      waitingTickets++
    },
    /**
     * The minutes that have ended, oldest first. They stay in memory until `discard`. With `includeCurrent`,
     * the current minute is returned too.
     */
    endedMinutes(now: Date, includeCurrent = false): readonly TicketMinute[] {
      if (open && (includeCurrent || open.startMs + MINUTE_MS <= now.getTime())) close()
      return closed
    },
    /** Removes the minutes up to this sequence number, which are in the database now. */
    discard(lastSequence: number) {
      for (const minute of closed)
        if (minute.sequence <= lastSequence) waitingTickets -= minute.hashes.length / HASH_BYTES
      closed = closed.filter((minute) => minute.sequence > lastSequence)
    },
  }
}
