import { SESSION } from '#contract/accounts/session-limits.ts'
import type { SessionLine } from '#contract/accounts/sessions.ts'
import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

/** A session as its owner sees it. */
export type SessionLineRow = { id: string; present: boolean; device: string; opened_at: Date; used_at: Date }

/** As `SessionLineRow`, with what is stored of the network, and the login before. */
export type OwnSessionRow = SessionLineRow & {
  /** A keyed hash of the network of the login. */
  network_mark: Buffer | null
  /** Whether the person had used that network before; null at their first login of all. */
  network_known: boolean | null
  /** Null, and the device empty, at the first login of all. */
  login_before: Date | null
  device_before: string
}

const { network: WORDS } = SESSION_WORDS
const networkWords = ({ network_mark: mark, network_known: isKnown }: OwnSessionRow, markOfCall: Buffer) => {
  if (mark?.equals(markOfCall)) return WORDS.present
  // At the first login of all, there is no network to compare with.
  if (isKnown === null) return ''
  return isKnown ? WORDS.known : WORDS.new
}

/** Whether the stored time of the last use is old enough to be replaced: not every read becomes a write. */
export const isStale = (usedAt: Date, now: Date) => now.getTime() - usedAt.getTime() >= SESSION.usedEveryMs

export const presentSession = ({ id, present, device, opened_at, used_at }: SessionLineRow): SessionLine => ({
  id,
  present,
  device: device || SESSION_WORDS.unknownDevice,
  began_at: opened_at.toISOString(),
  last_used_at: used_at.toISOString(),
})

/** A session of an applicant. `markOfCall` is the mark of the network that the call comes from. */
export const presentOwnSession = (row: OwnSessionRow, markOfCall: Buffer) => ({
  ...presentSession(row),
  network: networkWords(row, markOfCall),
})

/** The login before the present session, which `row` is. */
export const presentLastLogin = ({ login_before: before, device_before: device }: OwnSessionRow) =>
  before && { logged_in_at: before.toISOString(), device: device || SESSION_WORDS.unknownDevice }
