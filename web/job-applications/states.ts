/** What a person may do in a state of the application. The page offers nothing else. */
type Action = 'edit' | 'save' | 'choose' | 'submit' | 'hold back submit' | 'leave out files'

type Row = {
  may: readonly Action[]
  /**
   * Every event that has an effect in a state of the application, with the states it can lead to. `same` is
   * the present state. Any other event changes nothing.
   */
  on: { readonly [event: string]: readonly string[] }
}

/** The states of a draft. A save leads to one of them, and so does a submit that ends without success. */
const DRAFT_STATES = ['saved', 'unsaved', 'unreachable', 'refused', 'conflict', 'over'] as const
/**
 * The events while the person edits the draft: its saves, versions from elsewhere, and files. Also the answer
 * to a submit that was held back too late.
 */
const DRAFT_EVENTS = {
  saveAnswered: DRAFT_STATES,
  saveFailed: DRAFT_STATES,
  read: DRAFT_STATES,
  pageOpened: DRAFT_STATES,
  fileChanged: DRAFT_STATES,
  submitAnswered: ['sent'],
  submitFailed: DRAFT_STATES,
} as const
/**
 * The events after Submit is confirmed. What is typed later is stored on the device. The answer to an earlier
 * save is recorded.
 */
const UNDERWAY_EVENTS = {
  typed: ['same'],
  fileChanged: ['same'],
  saveAnswered: ['same'],
  saveFailed: ['same'],
  submitAnswered: ['sent'],
} as const
const UNDERWAY_STATES = ['sending', 'retrying', 'ticketed', 'fileRefused', 'loggedOut'] as const
/** The states after a failed submit: it is sent again, or the draft can be edited again. */
const AFTER_FAILURE = [...UNDERWAY_STATES, ...DRAFT_STATES] as const

/**
 * The states of an application in this browser: one at a time. Every state accepts `stored` and `patched`.
 * `application-machine.ts` computes the next state; `application-session.ts` runs the effects: calls, the
 * device, the timer. Each comment below says what the state means, and what the save line or the last step
 * shows in it.
 */
export const STATES = {
  /** The server has every character of the draft. Shown: Saved on this device / on the server. */
  saved: {
    may: ['edit', 'save', 'submit'],
    on: {
      ...DRAFT_EVENTS,
      typed: ['unsaved'],
      saveNow: ['saved', 'unsaved'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  /**
   * The person typed something after the last save. It is saved two seconds after the last change.
   * Shown: Saved on this device / sending to the server.
   */
  unsaved: {
    may: ['edit', 'save', 'submit'],
    on: {
      ...DRAFT_EVENTS,
      typed: ['same'],
      saveNow: ['same'],
      timeUp: ['same'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  /**
   * The server did not answer the last save. The browser tries again by itself. Shown: Saved on this device.
   * You seem to be offline; we will try again.
   */
  unreachable: {
    may: ['edit', 'save', 'submit'],
    on: {
      ...DRAFT_EVENTS,
      typed: ['same'],
      saveNow: ['same'],
      timeUp: ['same'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  /**
   * The server refused to save the draft. Its next change is saved again. Shown: The draft could not be
   * saved, and the reason.
   */
  refused: {
    may: ['edit', 'save', 'submit'],
    on: {
      ...DRAFT_EVENTS,
      typed: ['unsaved'],
      saveNow: ['same'],
      readOnDevice: ['same', 'conflict'],
      confirmed: ['sending'],
    },
  },
  /**
   * The draft was changed in two places (T22). Nothing is sent until the person has chosen. Shown: Both
   * versions, part by part.
   */
  conflict: {
    may: ['edit', 'choose'],
    on: { ...DRAFT_EVENTS, typed: ['same'], chosen: ['unsaved'] },
  },
  /**
   * No one can change this draft: it was sent elsewhere, the job has closed, or the draft was deleted.
   * Shown: The page of the job, or the dashboard.
   */
  over: {
    may: [],
    on: { typed: ['same'], submitAnswered: ['sent'], submitFailed: ['same'] },
  },
  /**
   * The person confirmed Submit. The call is sent for the first time.
   * Shown: Submitting...
   */
  sending: {
    may: [],
    on: { ...UNDERWAY_EVENTS, submitFailed: AFTER_FAILURE },
  },
  /**
   * The submit has no answer and no ticket yet. The browser sends it again with the same key. Shown: The
   * network or the server is away, and we send the application again.
   */
  retrying: {
    may: ['hold back submit'],
    on: {
      ...UNDERWAY_EVENTS,
      timeUp: ['same'],
      tryAgain: ['same'],
      pageOpened: ['same', 'conflict'],
      submitFailed: AFTER_FAILURE,
      heldBack: DRAFT_STATES,
    },
  },
  /**
   * A ticket says when the application reached the server. It is sent again automatically, also after the
   * deadline. Shown: We received your application at this time. It counts.
   */
  ticketed: {
    may: [],
    on: {
      ...UNDERWAY_EVENTS,
      timeUp: ['same'],
      tryAgain: ['same'],
      pageOpened: ['same'],
      submitFailed: AFTER_FAILURE,
    },
  },
  /**
   * There is a ticket, but one of its files can never arrive. The application is sent without this file if
   * the person agrees, or at the deadline.
   * Shown: Why we could not take the file, and until when the person can choose another. Then the
   * application is sent without it.
   */
  fileRefused: {
    may: ['hold back submit', 'leave out files'],
    on: {
      ...UNDERWAY_EVENTS,
      timeUp: ['same'],
      pageOpened: ['same'],
      submitFailed: AFTER_FAILURE,
      heldBack: DRAFT_STATES,
      leftOut: ['ticketed'],
    },
  },
  /**
   * The session ended before the server answered the submit. The application waits on this device until its
   * owner logs in. Shown: The login page, and why.
   */
  loggedOut: {
    may: [],
    on: { ...UNDERWAY_EVENTS, timeUp: ['same'], pageOpened: ['same'], submitFailed: AFTER_FAILURE },
  },
  /**
   * The application is submitted, and the device has deleted the draft.
   * Shown: The reference number and the receipt.
   */
  sent: {
    may: [],
    on: {},
  },
} as const satisfies Record<string, Row>

export type StateName = keyof typeof STATES

export const may = (state: StateName, action: Action) => {
  const allowed: readonly Action[] = STATES[state].may
  return allowed.includes(action)
}
/** Whether Submit is confirmed and there is no verdict yet. */
export const isUnderway = (state: StateName) => UNDERWAY_STATES.some((name) => name === state)
