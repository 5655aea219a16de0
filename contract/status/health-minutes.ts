import { canonical } from '../canonical.ts'

// The rules that rate the portal in each minute. They are public, so that all can check why a deadline moved.

/** How well people could submit in a minute: the ratings. */
export const MINUTE_STATES = ['up', 'degraded', 'down'] as const
export type MinuteState = (typeof MINUTE_STATES)[number]

export const HEALTH = {
  /** How often the portal tests itself with a submit through its public address: six times a minute. */
  probeEveryMs: 10_000,
  probesAMinute: 6,
  /** The portal is down when at least this many of a minute's six test submits fail. */
  failedProbes: 2,
  /** A person's submit succeeds when it has a final answer within this time after the first try. */
  verdictMs: 5 * 60_000,
  /** When fewer people than this submit in a minute, only the portal's test submits can rate it as down. */
  minAccounts: 20,
  /** A share of people with an answer in time. Below it, failed test submits rate a minute as down. */
  downBelow: 0.5,
  /** A share of people with an answer in time. Below it, a minute is at least degraded. */
  degradedBelow: 0.95,
  storedDays: 30,
  /** How many hours the status page shows. */
  shownHours: 48,
} as const

export type MinuteCounts = {
  /**
   * False when the operator turned the test submits off. Then only people's submits are rated, and they alone
   * never rate a minute as down.
   */
  probing: boolean
  probes: number
  failed: number
  /** How many people first tried to submit in this minute, and how many succeeded in time. */
  accounts: number
  succeeded: number
}

// The result of the portal's test submits. A test that was not sent has failed, because nothing was running.
// Several processes together send more than six.
const probeResult = ({ probing, probes, failed }: MinuteCounts) => {
  if (!probing) return { tooManyFailed: false, anyFailed: false }
  const expected = Math.max(HEALTH.probesAMinute, probes)
  const failedOrMissing = failed + expected - probes
  return {
    // True when two of six tests failed, or as large a share of more: failed / expected >= 2 / 6.
    tooManyFailed: failedOrMissing * HEALTH.probesAMinute >= HEALTH.failedProbes * expected,
    anyFailed: failedOrMissing > 0,
  }
}

/** The rating of a minute. A minute without counts is down: nothing was running, so no one could submit. */
export function rateMinute(counts: MinuteCounts | undefined): MinuteState {
  if (!counts) return 'down'
  const { accounts, succeeded } = counts
  const { tooManyFailed, anyFailed } = probeResult(counts)
  const successShare = accounts === 0 ? 1 : succeeded / accounts
  const hasEnoughAccounts = accounts >= HEALTH.minAccounts
  if (tooManyFailed && (!hasEnoughAccounts || successShare < HEALTH.downBelow)) return 'down'
  // When only few people submit, a single person without an answer makes the minute degraded.
  return successShare < HEALTH.degradedBelow || (!hasEnoughAccounts && anyFailed) ? 'degraded' : 'up'
}

export const STATE_WORDS: Record<MinuteState, { name: string; means: string }> = {
  up: { name: 'Up', means: 'At least 95% of those who pressed Submit had an answer within five minutes.' },
  degraded: {
    name: 'Slow',
    means:
      'Some people who pressed Submit had no answer within five minutes, or one of our own tests failed.',
  },
  down: {
    name: 'Down',
    means:
      'Our own tests failed, and few people pressed Submit or fewer than half of them had an answer. Or the portal was not running.',
  },
}

export type LoggedMinute = {
  at: string
  state: MinuteState
  submitted: number
  shed: number
  stopped?: boolean | undefined
}

/**
 * The text of an entry about minutes. The public log has its SHA-256. Anyone who saved a response of
 * `/api/status/` can make the same text.
 */
export const minutesEntry = (minutes: LoggedMinute[]): string =>
  canonical({
    format: 'minutes/1',
    minutes: minutes.map(({ at: startedAt, state, submitted, shed, stopped }) => ({
      at: startedAt,
      state,
      submitted,
      shed,
      ...(stopped ? { stopped } : {}),
    })),
  })
