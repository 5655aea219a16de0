import { canonical } from '../canonical.ts'

/** How the last minutes were for those who submit: what is counted of each, and the one rule that judges it. */

export const MINUTE_STATES = ['up', 'degraded', 'down'] as const
export type MinuteState = (typeof MINUTE_STATES)[number]

export const HEALTH = {
  /** The portal submits to itself this often, through its public address: six times a minute. */
  probeEveryMs: 10_000,
  probesAMinute: 6,
  /** Of six: with so many failures they say that the portal was down. */
  failedProbes: 2,
  /** Whoever has a verdict so soon after the first try succeeded. */
  verdictMs: 5 * 60_000,
  /** From so many accounts on they decide together with the probe; with fewer the probe decides. */
  accounts: 20,
  downBelow: 0.5,
  degradedBelow: 0.95,
  keptDays: 30,
  /** What the page of the portal's state shows. */
  shownHours: 48,
} as const

export type MinuteCounts = {
  /** False where the operator turned the probe off; then only accounts are judged. */
  probing: boolean
  probes: number
  failed: number
  /** Accounts with a complete draft whose first try was in this minute, and how many of them had a verdict in time. */
  accounts: number
  succeeded: number
}

// A probe that was never sent, as nothing was running, is as good as one that failed. Several processes send more than six.
const probeFailed = ({ probing, probes, failed }: MinuteCounts) => {
  if (!probing) return { down: false, any: false }
  const sent = Math.max(HEALTH.probesAMinute, probes)
  const lost = failed + sent - probes
  return { down: lost * HEALTH.probesAMinute >= HEALTH.failedProbes * sent, any: lost > 0 }
}

/** The state of a minute. Undefined stands for a minute without a record: nobody was here to count, and nobody could submit. */
export function rateMinute(counts: MinuteCounts | undefined): MinuteState {
  if (!counts) return 'down'
  const { accounts, succeeded } = counts
  const probe = probeFailed(counts)
  const share = accounts === 0 ? 1 : succeeded / accounts
  const many = accounts >= HEALTH.accounts
  if (probe.down && (!many || share < HEALTH.downBelow)) return 'down'
  return share < HEALTH.degradedBelow || (!many && probe.any) ? 'degraded' : 'up'
}

export const STATE_WORDS: Record<MinuteState, { name: string; means: string }> = {
  up: { name: 'Up', means: 'At least 95% of those who pressed Submit had an answer within five minutes.' },
  degraded: { name: 'Slow', means: 'Some had no answer within five minutes.' },
  down: { name: 'Down', means: 'Our own tries failed, and fewer than half of those who pressed Submit had an answer. Or nothing was running.' },
}

/** From when to when, around the deadline of a job with a rule, minutes are entries of the public log, and how many together. */
export const LOGGED_MINUTES = { beforeHours: 48, afterHours: 3, batch: 10 } as const
export type LoggedMinute = { at: string; state: MinuteState; submitted: number; shed: number; stopped?: boolean | undefined }

/** The bytes whose SHA-256 the public log holds: anyone who kept what `/api/status/` said can make them again. */
export const minutesEntry = (minutes: LoggedMinute[]): string =>
  canonical({
    format: 'minutes/1',
    minutes: minutes.map(({ at, state, submitted, shed, stopped }) => ({ at, state, submitted, shed, ...(stopped ? { stopped } : {}) })),
  })
