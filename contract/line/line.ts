/** The limits of the line in which new visitors wait while the portal is very busy. */
export const LINE = {
  /** How long a place in the line is valid, and so the longest wait. */
  ticketValidMs: 7_200_000,
  /** A device with a draft goes to the front of the line when the draft's job closes within this time. */
  draftFirstMs: 7_200_000,
  /** The largest accepted difference between the clocks of two machines. */
  maxClockSkewMs: 2_000,
  /** How often a waiting page or form asks for the state of the line. */
  refreshMs: 10_000,
  /** Shared caches may store the state of the line for this long. */
  cacheSeconds: 5,
  /** The bytes of the proof in a ticket for the line. */
  proofBytes: 16,
  header: 'line-ticket',
  /**
   * The shortest time of every answer to a login or registration. All answers take equally long, so that the
   * time reveals nothing about an account.
   */
  minAnswerMs: 300,
} as const

/**
 * The content of `/line.json`, which every waiting page loads. Everyone whose arrival was before `until` may
 * enter. Each second, `until` moves forward by `pace` seconds. Null when there is no line.
 */
export type LineMark = { until: string; pace: number } | null

/**
 * Why a place in the line is invalid. `forged`: this portal did not give it. `future`: its arrival time is in
 * the future. `old`: it has expired. `spent`: it was used before.
 */
export type PlaceProblem = 'forged' | 'future' | 'old' | 'spent'

/**
 * A device's place in the line. `until` and `pace` are those of `LineMark` at the time of the answer. `fault`
 * says why the place that the device sent is invalid.
 */
export type PlaceInLine = {
  ticket: string
  arrived_at: string
  until: string
  pace: number
  wait_seconds: number
  fault?: PlaceProblem
}

/** The seconds until a person may enter. Their arrival and the line's `until` are in milliseconds. */
export const waitSeconds = (arrivedAt: number, line: { until: number; pace: number }) =>
  // A line that does not move has the pace 0. Then a very small pace is used, so that the wait is a number.
  Math.max(0, Math.ceil((arrivedAt - line.until) / 1000 / Math.max(line.pace, 0.001)))

/** A waiting time in words, in minutes: the forms ask only every ten seconds, so seconds would be wrong. */
export const waitWords = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (minutes <= 1) return 'about a minute'
  if (minutes < 60) return `about ${minutes} minutes`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  // One minute is left out, because the whole is a rough time.
  if (hours === 1) return rest <= 1 ? 'about an hour' : `about an hour and ${rest} minutes`
  return rest <= 1 ? `about ${hours} hours` : `about ${hours} hours and ${rest} minutes`
}

/** The address of the waiting page for a browser without JavaScript. */
export const LINE_PATH = '/line'

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
  reloads: 'This page loads again by itself, and tells you when it is your turn.',
  forged: 'This portal did not give this place in the line, or someone changed it. You have a new place.',
  future: 'Your place in the line has a time in the future, so it is not valid. You have a new place.',
  old: 'Your place was kept for 2 hours. That time is over, so you have a new place.',
  spent: 'Your place in the line was used already. You have a new place.',
} as const
