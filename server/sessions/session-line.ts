import { SESSION } from '#contract/accounts/session-limits.ts'
import type { SessionLine } from '#contract/accounts/sessions.ts'
import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

/** A session as its owner sees it. */
export type SessionLineRow = { id: string; present: boolean; device: string; opened_at: Date; used_at: Date }

/** Whether the stored time of the last use is old enough to be replaced: not every read becomes a write. */
export const isStale = (usedAt: Date, now: Date) => now.getTime() - usedAt.getTime() >= SESSION.usedEveryMs

export const presentSession = ({ id, present, device, opened_at, used_at }: SessionLineRow): SessionLine => ({
  id,
  present,
  device: device || SESSION_WORDS.unknownDevice,
  began_at: opened_at.toISOString(),
  last_used_at: used_at.toISOString(),
})
