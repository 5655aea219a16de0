import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import type { CallFailed } from '../call.ts'
import type { HeldTicket, RefusedFiles } from '../sending/verdicts.ts'
import type { Application, Draft } from './draft.ts'
import type { FormContext } from './form-context.ts'
import type { Choice, Section } from './sections.ts'
import type { StateName } from './states.ts'

/** Two versions of a draft, neither of which may be lost. `theirs` was written in another place. */
export type Conflict = { theirs: Draft; from: 'server' | 'device' }
/** Why no one can change this application any more. */
export type Over = 'completed' | 'closed' | 'deleted'
export type Sent = {
  /** Never null in practice. The type allows null, because a save of a draft has the same type of answer. */
  reference: string | null
  receipt: Receipt
  /** The files without which the application was submitted. */
  withoutFiles?: DocumentKind[]
}
/**
 * Files that an application names and that can never arrive. The time to the deadline decides whether the
 * person can choose other files. `msToDeadline` is `Infinity` for a job without a deadline.
 */
export type Lost = { refused: RefusedFiles; msToDeadline: number }

/**
 * A draft stored on this device. `version`: the server's version from which it continues. `base`: the draft
 * that the server had then. `unanswered`: drafts sent since then to which the server did not answer.
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
 * The copy of an application on this device. `key` makes a submit safe to repeat. `queued`: the person
 * confirmed Submit, and there is no verdict yet. `ticket`: the server's signed proof that the application
 * arrived. With either, the page sends the application when it opens again.
 */
export type LocalCopy = StoredDraft & {
  context: FormContext
  key: string
  queued: boolean
  ticket?: HeldTicket | undefined
  /**
   * Before this time by the device's clock, the server is not called. When a page opens, it does not know the
   * server's clock yet.
   */
  notBefore?: number | undefined
  /** Files of an application with a ticket that the server still lacks. */
  files?: Partial<Record<DocumentKind, File>> | undefined
}

/** One application in one tab. Times are milliseconds of the server's clock, except `notBefore`. */
export type ApplicationState = {
  is: StateName
  draft: Draft
  base: Draft | undefined
  /** Drafts that this tab sent without an answer. If the server has one of them, no one else wrote it. */
  unanswered: Draft[]
  /** The number of the server's version that this draft continues. */
  version: number
  /** The number of the server's latest version. It differs from `version` after someone else wrote. */
  serverVersion: number
  /** How often the draft has changed in this tab. Save Progress counts as a change too. */
  edition: number
  /** The last edition of the draft that the server has. */
  savedEdition: number
  /** True while a save of the draft is in progress. */
  saving: boolean
  /** How many saves failed in a row. The pause before the next save grows with this number. */
  saveTries: number
  /** When this device last stored the draft. */
  deviceAt?: number | undefined
  /** When the server stored its version of the draft. */
  serverAt?: number | undefined
  /** The server's message when it refused the draft. */
  refused?: string | undefined
  conflict?: Conflict | undefined
  over?: Over | undefined
  context: FormContext
  /** Makes a submit safe to repeat: the server accepts one submit for each key. */
  key: string
  /** True while a call to submit is in progress. */
  submitting: boolean
  /** How many submits failed in a row. */
  submitTries: number
  /** How many submits met another version of the draft since the person confirmed Submit. */
  submitConflicts: number
  /** What the application waits for after the last try to save or submit it failed. */
  waitingFor?: 'network' | 'server' | 'files' | undefined
  notBefore?: number | undefined
  ticket?: HeldTicket | undefined
  /** Why the last submit did not succeed, in a sentence. */
  failure?: string | undefined
  /** Files that stopped the submit, and why. An entry stays until the file is replaced. */
  failedFiles?: RefusedFiles | undefined
  sent?: Sent | undefined
}

export type Event =
  /** The page has opened. `current`: the server's version of the application. `now`: this device's clock. */
  | { type: 'pageOpened'; current?: Application | undefined; now: number }
  | { type: 'typed'; draft: Draft }
  /** `force`: the person pressed Save Progress, so the draft is saved even without a change. */
  /** `leaving`: the page closes while it saves the draft. */
  | { type: 'saveNow'; force?: boolean; leaving?: boolean }
  /** The session's timer has ended. */
  | { type: 'timeUp' }
  | { type: 'saveAnswered'; draft: Draft; edition: number; version: number; at: number }
  | { type: 'saveFailed'; error: CallFailed }
  /** The page has read the server's version of the application again. */
  | { type: 'read'; current: Application }
  /** An unsaved draft of a closed tab was found on this device. */
  | { type: 'readOnDevice'; theirs: Draft }
  /** The person chose between two versions of the draft, part by part. */
  | { type: 'chosen'; choices: Partial<Record<Section, Choice>> }
  /** A file was added or removed in this tab, which raised the server's version to this number. */
  | { type: 'fileChanged'; version: number }
  /** Some of the facts around the draft have changed, such as the profile or the documents. */
  | { type: 'patched'; context: Partial<FormContext> }
  /** This device stored the copy at this time. Without a time, the browser stores nothing. */
  | { type: 'stored'; at: number | undefined }
  /** After Submit, the person confirmed it, held it back, or agreed to send it without the refused files. */
  | { type: 'confirmed' }
  | { type: 'heldBack' }
  | { type: 'leftOut' }
  /** The network is back, the page is shown again, or an upload has ended. */
  | { type: 'tryAgain' }
  /** The server accepted the submit. */
  | { type: 'submitAnswered'; sent: Sent }
  /** `body` is what was sent. If the refusal has a ticket, the same body is sent again. */
  | { type: 'submitFailed'; error: CallFailed; body: string; now: number; lost?: Lost | undefined }

export type Effect =
  /** Stores the copy of the application on this device. `forget` deletes it. */
  | { do: 'store' }
  | { do: 'save'; draft: Draft; edition: number; version: number; leaving: boolean }
  | { do: 'submit' }
  /** A session has one timer, so a new wait cancels the earlier one. */
  | { do: 'wait'; ms: number }
  | { do: 'stopWaiting' }
  | { do: 'forget' }

export type Transition = { state: ApplicationState; effects: Effect[] }
