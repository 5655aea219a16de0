/** What a person may do in a state; the page offers nothing else. */
export type Action = 'edit' | 'save' | 'choose' | 'submit' | 'hold back' | 'leave out'

type Row = {
  means: string
  /** What the save line or the last step shows. */
  shown: string
  may: readonly Action[]
  /**
   * Every event that has an effect in this state, and the states it can lead to. Any other event changes
   * nothing.
   */
  on: { readonly [event: string]: readonly string[] }
}

const SAVING = ['saved', 'unsaved', 'away', 'refused', 'conflict', 'over'] as const
/**
 * While the draft is edited: its saves, versions from elsewhere, files, and the answer to a submit that was
 * held back too late.
 */
const WRITING = {
  saveAnswered: SAVING,
  saveFailed: SAVING,
  read: SAVING,
  started: SAVING,
  fileCounted: SAVING,
  answered: ['sent'],
  failed: SAVING,
} as const
/**
 * After Submit is confirmed: later typing is stored on the device, and the answer to an earlier save is
 * recorded.
 */
const CONFIRMED = {
  typed: ['same'],
  fileCounted: ['same'],
  saveAnswered: ['same'],
  saveFailed: ['same'],
  answered: ['sent'],
} as const
const UNDERWAY = ['sending', 'retrying', 'ticketed', 'fileRefused', 'loggedOut'] as const
/** A verdict ends the submit, and the draft can be edited again. */
const AFTER_FAILURE = [...UNDERWAY, ...SAVING] as const

/**
 * The states of an application in this browser: one at a time. Every state accepts `stored` and `patched`.
 * `application-machine.ts` computes the next state; `application-session.ts` runs the effects: calls, the
 * device, the timer.
 */
export const STATES = {
  saved: {
    means: 'The server has every character.',
    shown: 'Saved on this device / on the server',
    may: ['edit', 'save', 'submit'],
    on: {
      ...WRITING,
      typed: ['unsaved'],
      saveNow: ['saved', 'unsaved'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  unsaved: {
    means: 'The person typed something after the last save. It is saved two seconds after the last change.',
    shown: 'Saved on this device / sending to the server',
    may: ['edit', 'save', 'submit'],
    on: {
      ...WRITING,
      typed: ['same'],
      saveNow: ['same'],
      timeUp: ['same'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  away: {
    means: 'The last save got no answer. The browser tries again by itself.',
    shown: 'Saved on this device. You seem to be offline; we will try again.',
    may: ['edit', 'save', 'submit'],
    on: {
      ...WRITING,
      typed: ['same'],
      saveNow: ['same'],
      timeUp: ['same'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  refused: {
    means: 'The server refused the draft. The next change is saved again.',
    shown: 'The draft could not be saved, and the reason',
    may: ['edit', 'save', 'submit'],
    on: {
      ...WRITING,
      typed: ['unsaved'],
      saveNow: ['same'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  conflict: {
    means: 'Changed in two places (T22): nothing is sent until the person has chosen.',
    shown: 'Both versions, part by part',
    may: ['edit', 'choose'],
    on: { ...WRITING, typed: ['same'], chosen: ['unsaved'] },
  },
  over: {
    means:
      'No one can change this draft: it was sent elsewhere, the job has closed, or the draft was deleted.',
    shown: 'The page of the job, or the dashboard',
    may: [],
    on: { typed: ['same'], answered: ['sent'], failed: ['same'] },
  },
  sending: {
    means: 'The person confirmed Submit. The call is sent for the first time.',
    shown: 'Submitting...',
    may: [],
    on: { ...CONFIRMED, failed: AFTER_FAILURE },
  },
  retrying: {
    means: 'There is no answer and no ticket yet. The browser sends the call again with the same key.',
    shown: 'The network or the server is away, and we send the application again',
    may: ['hold back'],
    on: {
      ...CONFIRMED,
      timeUp: ['same'],
      online: ['same'],
      started: ['same', 'conflict'],
      failed: AFTER_FAILURE,
      heldBack: SAVING,
    },
  },
  ticketed: {
    means:
      'The server recorded when your application arrived. It is sent again automatically, also after the deadline.',
    shown: 'We received your application at this time. It counts.',
    may: [],
    on: { ...CONFIRMED, timeUp: ['same'], online: ['same'], started: ['same'], failed: AFTER_FAILURE },
  },
  fileRefused: {
    means:
      'There is a ticket, but one of its files can never arrive. The application is sent without this file if the person agrees, or at the deadline.',
    shown:
      'Why we could not take the file, and until when the person can choose another. Then the application is sent without it.',
    may: ['hold back', 'leave out'],
    on: {
      ...CONFIRMED,
      timeUp: ['same'],
      started: ['same'],
      failed: AFTER_FAILURE,
      heldBack: SAVING,
      leftOut: ['ticketed'],
    },
  },
  loggedOut: {
    means:
      'The session ended before the answer. The application waits on this device until its owner logs in.',
    shown: 'The login page, and why',
    may: [],
    on: { ...CONFIRMED, timeUp: ['same'], started: ['same'], failed: AFTER_FAILURE },
  },
  sent: {
    means: 'The application is submitted, and the device has deleted the draft.',
    shown: 'The reference number and the receipt',
    may: [],
    on: {},
  },
} as const satisfies Record<string, Row>

export type StateName = keyof typeof STATES

export const may = (state: StateName, action: Action) => {
  const allowed: readonly Action[] = STATES[state].may
  return allowed.includes(action)
}
/** Submit is confirmed, and there is no verdict yet. */
export const isUnderway = (state: StateName) => UNDERWAY.some((name) => name === state)
