import type { Level } from './brownout.ts'

/** What each overload level leaves out, in words for officers. Each also leaves out what lower levels do. */
export const LEVEL_WORDS: Record<Level, { name: string; does: string }> = {
  0: { name: 'Everything works', does: 'Nothing is paused.' },
  1: { name: 'Extras paused', does: 'The assistant, reports, previews and exports are paused.' },
  2: {
    name: 'New accounts wait',
    does: 'People wait in a line before they can create an account. The job list does not search by words.',
  },
  3: {
    name: 'Logins wait',
    does: 'People without a draft wait in a line before they can log in. Officers’ tables load more slowly.',
  },
  4: {
    name: 'Only submissions',
    does: 'Only submitting, saving, logins from the line and stored pages work.',
  },
}

/** The classes of requests that are refused or answered, in words for officers. */
export const CLASS_WORDS = {
  submit: 'Submit an application',
  save: 'Save a draft, upload a file',
  login: 'Log in, create an account',
  read: 'Pages of logged-in people',
  staff: 'Officers',
  public: 'Public pages that are not ready',
  extra: 'Assistant, reports, previews, exports',
} as const

/** Sentences of the officers' page: what is happening, and what an officer can do. */
export const LAST_HOUR_WORDS = {
  reason: 'Give a short reason. The log keeps it.',
  calm: 'The portal answers everyone.',
  someShed:
    'More people come than the portal can answer at once. Some are asked to try again a little later.',
  busy: 'Many people are here. The portal pauses some things so that submitting and saving continue.',
  submitsShed:
    'Some applications must be sent again. Each keeps its arrival time, and the browser sends it again by itself.',
  notAgreed: 'The portal cannot read its database now. Each server continues with its last level.',
  nothingToDo:
    'You do not need to do anything. The portal returns to normal by itself when fewer people come.',
  doAtThree: 'Tell people on your channels that drafts are safe, and that people with a draft log in first.',
  byHandUntil: 'The level stays until an administrator lets the portal decide again.',
  byItself: 'The portal decides by itself.',
  endsLine: 'Below level 2 the line ends: everyone who waits comes in at once.',
  tickets: 'Each application keeps its arrival time, and the browser sends it again by itself.',
  noTickets: 'No application waits with a ticket.',
  proposals: 'Two officers must agree to each proposal, on the page of the job.',
  noProposals: 'No deadline needs to move.',
  whoSets: 'An administrator can set the level by hand.',
  noLine: 'No one is in the line.',
  logged: 'The log keeps your reason and your name.',
  pausedPage: 'This is not an error. The page tries again by itself.',
  pausedDeed: 'This is not an error.',
  goesDown: 'The level falls step by step when fewer people come.',
} as const

/**
 * The parts of the reply from which the sentences are made. `by_hand` is the officer who set the level, or
 * null.
 */
type Shown = {
  level: Level
  agreed: boolean
  by_hand: unknown
  classes: readonly { class: string; shed: number }[]
}

function whatHappens(level: Level, agreed: boolean, anyShed: boolean): string {
  if (!agreed) return LAST_HOUR_WORDS.notAgreed
  if (level > 0) return LAST_HOUR_WORDS.busy
  return anyShed ? LAST_HOUR_WORDS.someShed : LAST_HOUR_WORDS.calm
}

/** One to three sentences for officers: what is happening, and what to do. */
export function situation({ level, agreed, by_hand, classes }: Shown): string[] {
  const shedOf = (name: string) => classes.find((loadClass) => loadClass.class === name)?.shed ?? 0
  // Refused requests of the class `extra` do not count: they can be made on another day.
  const anyShed = classes.some((loadClass) => loadClass.class !== 'extra' && loadClass.shed > 0)
  const sentences = [whatHappens(level, agreed, anyShed)]
  if (shedOf('submit') > 0) sentences.push(LAST_HOUR_WORDS.submitsShed)
  if (level >= 3) sentences.push(LAST_HOUR_WORDS.doAtThree)
  else if ((level > 0 || anyShed) && by_hand === null) sentences.push(LAST_HOUR_WORDS.nothingToDo)
  return sentences
}
