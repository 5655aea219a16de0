/** The line of those who come new while the portal is very busy. */
export const LINE = {
  /** For so long a place is held; nobody stands longer. */
  ticketMs: 7_200_000,
  /** A draft of a job that closes within this time lets its device go first. */
  firstMs: 7_200_000,
  /** The clocks of two machines may differ by so much. */
  aheadMs: 2_000,
  /** How often the page and the forms look; shared caches keep what they read for half of it. */
  lookMs: 10_000,
  cacheSeconds: 5,
  /** Bytes of a ticket's proof. */
  proofBytes: 16,
  header: 'line-ticket',
  /** Every answer of the door takes at least so long, and all the same, so that its time says nothing of an account. */
  answerMs: 300,
} as const

/** `/line.json`: everyone who came by `until` is let in, and so many seconds of arrival time are let in per second. Null: there is no line. */
export type LineMark = { until: string; pace: number } | null

/** Why a place that was brought is none. */
export type PlaceProblem = 'forged' | 'future' | 'old' | 'spent'

/** What the door answers beside its sentence; `fault` where a place was brought that is none. */
export type PlaceInLine = { ticket: string; arrived_at: string; until: string; pace: number; wait_seconds: number; fault?: PlaceProblem }

/** Seconds until the turn of someone who came at `arrivedAt`. */
export const waitSeconds = (arrivedAt: number, { until, pace }: { until: number; pace: number }) =>
  Math.max(0, Math.ceil((arrivedAt - until) / 1000 / Math.max(pace, 0.001)))

/** A wait in words: never a number of seconds, for the forms only look every ten. */
export const waitWords = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (minutes <= 1) return 'about a minute'
  if (minutes < 60) return `about ${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return `about ${hours === 1 ? 'an hour' : `${hours} hours`}${minutes % 60 ? ` and ${minutes % 60} minutes` : ''}`
}

export const LINE_WORDS = {
  title: 'The line',
  stand: 'Very many people are here, so you are in a line. Your place is kept for 2 hours.',
  wait: (seconds: number) => `Your turn comes in ${waitWords(seconds)}.`,
  turn: 'It is your turn.',
  turnBusy: 'We could not answer yet. This page tries again in a moment, and what you typed stays here.',
  none: 'There is no line now.',
  enter: 'You can log in or create an account.',
  formTries: 'This page tries again by itself when it is your turn. What you typed stays here.',
  whileYouWait: 'While you wait, check that your email and password are right.',
  safe: 'Drafts you saved and applications you submitted are safe.',
  leave: 'Stop waiting',
  close: 'You may close this page and come back with the same phone or computer.',
  looks: 'This page loads again by itself, and tells you when it is your turn.',
  forged: 'Your place in the line was not given by this portal, or it was changed. You have a new place.',
  future: 'Your place in the line is from a time that has not come. You have a new place.',
  old: 'Your place was kept for 2 hours, and they are over. You have a new place.',
  spent: 'Your place in the line was used already. You have a new place.',
} as const
