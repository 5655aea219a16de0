import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import type { CallFailed } from '../call.ts'
import type { HeldTicket, RefusedFiles } from '../sending/verdicts.ts'
import type { Application, Draft } from './draft.ts'
import type { FormContext } from './form-context.ts'
import type { Choice, Section } from './sections.ts'
import type { StateName } from './states.ts'

/** Two versions, neither of which may be lost: `theirs` was written elsewhere. */
export type Conflict = { theirs: Draft; from: 'server' | 'device' }
/** Why nothing more can be written in this application. */
export type Over = 'completed' | 'closed' | 'gone'
export type Sent = {
  /** Null for a draft only: the server's answer to every save and submit has this field. */
  reference: string | null
  receipt: Receipt
  /** The application was submitted without these files. */
  without?: DocumentKind[]
}
/**
 * Files that an application names and that can never arrive. `msToDeadline` is `Infinity` for a job without a
 * deadline.
 */
export type Lost = { refused: RefusedFiles; msToDeadline: number }

/**
 * A draft stored on this device. `version`: the number of the server's version that it continues. `base`:
 * what the server had at `version`. `unanswered`: drafts sent since then without an answer.
 */
export type StoredDraft = {
  draft: Draft
  base?: Draft | undefined
  unanswered?: Draft[]
  version: number
  serverAt?: number | undefined
  /** True when the server has the whole draft and nothing waits to be sent. */
  onServer: boolean
}
/**
 * `key` makes the submission safe to repeat. `queued`: Submit was confirmed and there is no verdict yet.
 * `ticket`: the server's signed proof that the application arrived. With either, the page sends the
 * application when it opens again.
 */
export type LocalCopy = StoredDraft & {
  context: FormContext
  key: string
  queued: boolean
  ticket?: HeldTicket | undefined
  /**
   * Do not call the server before this time of this device's clock: the server's clock is not known yet when
   * a page opens.
   */
  notBefore?: number | undefined
  /** Files that an application in progress names and the server lacks. */
  files?: Partial<Record<DocumentKind, File>> | undefined
}

/** One application in one tab. Times are milliseconds of the server's clock, except `notBefore`. */
export type ApplicationState = {
  is: StateName
  draft: Draft
  base: Draft | undefined
  /** Drafts sent without an answer. If the server has one of them, it is ours, not someone else's. */
  unanswered: Draft[]
  /** The number of the server's version that this draft continues. */
  version: number
  /** The server's version number; it differs from `version` after someone else wrote. */
  serverVersion: number
  /** Counts the changes. */
  edition: number
  /** The last edition that the server has. */
  savedEdition: number
  /** A save is in progress. */
  saving: boolean
  /** Failed saves in a row: the pause before the next one grows. */
  saveTries: number
  /** When this device stored the draft last. */
  deviceAt?: number | undefined
  /** When the server stored its version. */
  serverAt?: number | undefined
  /** The server's message when it refused the draft. */
  refused?: string | undefined
  conflict?: Conflict | undefined
  over?: Over | undefined
  context: FormContext
  key: string
  /** A submit is in progress. */
  submitting: boolean
  /** Failed submits in a row, and below those that met another version of the draft. */
  submitTries: number
  submitConflicts: number
  /** Why the last try failed. */
  waitingFor?: 'network' | 'server' | 'files' | undefined
  notBefore?: number | undefined
  ticket?: HeldTicket | undefined
  /** Why the application was not submitted. */
  failure?: string | undefined
  /** Files that stopped the submit, and why. An entry stays until the file is replaced. */
  failedFiles?: RefusedFiles | undefined
  sent?: Sent | undefined
}

export type Event =
  /** The page has opened. `current`: the server's version. `now`: this device's clock. */
  | { type: 'started'; current?: Application | undefined; now: number }
  | { type: 'typed'; draft: Draft }
  /** `force`: the person pressed Save Progress, so the draft is saved even without a change. */
  /** `leaving`: the page closes. */
  | { type: 'saveNow'; force?: boolean; leaving?: boolean }
  /** The one timer has ended. */
  | { type: 'timeUp' }
  | { type: 'saveAnswered'; draft: Draft; edition: number; version: number; at: number }
  | { type: 'saveFailed'; error: CallFailed }
  /** The server's version was read again. */
  | { type: 'read'; current: Application }
  /** The version of a closed tab was found on this device. */
  | { type: 'readOnDevice'; theirs: Draft }
  /** The person chose between two versions, part by part. */
  | { type: 'chosen'; choices: Partial<Record<Section, Choice>> }
  /** A file was added or removed here, which raised the server's version to this one. */
  | { type: 'fileCounted'; version: number }
  | { type: 'patched'; context: Partial<FormContext> }
  /** The copy was written to this device; without a time, the browser stores nothing. */
  | { type: 'stored'; at: number | undefined }
  /** The person confirmed the submit, held it back, or let it go without the refused files. */
  | { type: 'confirmed' }
  | { type: 'heldBack' }
  | { type: 'leftOut' }
  | { type: 'online' }
  /** The server accepted the submit. */
  | { type: 'answered'; sent: Sent }
  /** `body` is what was sent. If the refusal has a ticket, the same body is sent again. */
  | { type: 'failed'; error: CallFailed; body: string; now: number; lost?: Lost | undefined }

export type Effect =
  /** Writes the copy on this device; `forget` deletes it. */
  | { do: 'store' }
  | { do: 'save'; draft: Draft; edition: number; version: number; leaving: boolean }
  | { do: 'submit' }
  /** There is one timer: a new wait cancels the earlier one. */
  | { do: 'wait'; ms: number }
  | { do: 'stopWaiting' }
  | { do: 'forget' }

export type Step = { state: ApplicationState; effects: Effect[] }
