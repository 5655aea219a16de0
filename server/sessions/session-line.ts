import { SESSION } from '#contract/accounts/session-limits.ts'
import type { SessionLine } from '#contract/accounts/sessions.ts'
import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

/** A login session as its owner sees it. */
export type SessionLineRow = { id: string; present: boolean; device: string; opened_at: Date; used_at: Date }

/** A login session as its owner sees it, with the marks of its network and the login before it. */
export type OwnSessionRow = SessionLineRow & {
  /** A keyed hash of the network from which the person logged in. */
  network_mark: Buffer | null
  /** Whether the person had used that network before; null at their very first login. */
  network_known: boolean | null
  /** When the person logged in before this; null, with an empty device, at their very first login. */
  login_before: Date | null
  device_before: string
}

const { network: WORDS } = SESSION_WORDS
const networkWords = ({ network_mark: mark, network_known: isKnown }: OwnSessionRow, markOfCall: Buffer) => {
  if (mark?.equals(markOfCall)) return WORDS.present
  // At a person's very first login, there is no other network to compare with.
  if (isKnown === null) return ''
  return isKnown ? WORDS.known : WORDS.new
}

/** Whether the stored time of a session's last use is too old. So only few reads cause a write. */
export const isStale = (usedAt: Date, now: Date) => now.getTime() - usedAt.getTime() >= SESSION.usedEveryMs

export const presentSessionLine = ({
  id,
  present,
  device,
  opened_at,
  used_at,
}: SessionLineRow): SessionLine => ({
  id,
  present,
  device: device || SESSION_WORDS.unknownDevice,
  began_at: opened_at.toISOString(),
  last_used_at: used_at.toISOString(),
})

/** An applicant's session. `markOfCall` is the mark of the network from which the present call comes. */
export const presentOwnSession = (row: OwnSessionRow, markOfCall: Buffer) => ({
  ...presentSessionLine(row),
  network: networkWords(row, markOfCall),
})

/** The login before the present session. `row` is the present session. */
export const presentLastLogin = ({ login_before: before, device_before: device }: OwnSessionRow) =>
  before && { logged_in_at: before.toISOString(), device: device || SESSION_WORDS.unknownDevice }
