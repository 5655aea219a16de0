import type { DocumentKind } from '#contract/job-applications/documents.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import type { CallFailed } from '../call.ts'
import type { HeldTicket, RefusedFiles } from '../sending/verdicts.ts'
import type { Application, Draft } from './draft.ts'
import type { FormContext } from './form-context.ts'
import type { Choice, Section } from './sections.ts'
import type { StateName } from './states.ts'

/** Two versions of which neither may be lost: `theirs` was written elsewhere. */
export type Conflict = { theirs: Draft; from: 'server' | 'device' }
/** Why nothing more can be written here. */
export type Over = 'completed' | 'closed' | 'gone'
export type Sent = {
  reference: string | null
  receipt: Receipt
  /** Files that could not be taken. */
  without?: DocumentKind[]
}
/** Files that an application names and that can never come; `left`: until the deadline, in milliseconds. */
export type Lost = { refused: RefusedFiles; left: number }

/** What this device keeps of a draft: what the server had when it counted `version`, and what was sent there since without an answer. */
export type Saved = {
  draft: Draft
  base?: Draft | undefined
  unanswered?: Draft[]
  version: number
  serverAt?: number | undefined
  /** Whether the server has all of it and nothing waits to be sent. */
  onServer: boolean
}
/** `key` makes the submission safe to repeat; `queued` and `ticket` send it when the page is opened again. */
export type LocalCopy = Saved & {
  context: FormContext
  key: string
  queued: boolean
  ticket?: HeldTicket | undefined
  /** The server asked not to be called before this instant of this device's clock: the server's is not known yet when a page opens. */
  notBefore?: number | undefined
  /** Files that an application on its way names and the server lacks. */
  files?: Partial<Record<DocumentKind, File>> | undefined
}

/** One application in one tab. Instants are milliseconds of the server's clock, but for `notBefore`. */
export type ApplicationState = {
  is: StateName
  draft: Draft
  base: Draft | undefined
  /** Saves whose answer was lost: what of them has arrived is ours, not somebody else's. */
  unanswered: Draft[]
  version: number
  /** What the server counts now, where it is not what we wrote on. */
  theirVersion: number
  /** Counts the changes; `savedEdition` is the last that the server has. */
  edition: number
  savedEdition: number
  /** A save is on its way. */
  saving: boolean
  saveTries: number
  deviceAt?: number | undefined
  serverAt?: number | undefined
  /** The server's word, where it found the draft wrong. */
  refused?: string | undefined
  conflict?: Conflict | undefined
  over?: Over | undefined
  context: FormContext
  key: string
  /** A submit is on its way. */
  submitting: boolean
  tries: number
  conflicts: number
  /** What the last try met. */
  waitingFor?: 'network' | 'server' | 'files' | undefined
  notBefore?: number | undefined
  ticket?: HeldTicket | undefined
  /** Why it is not submitted. */
  failure?: string | undefined
  /** Files for which it was not submitted, and why; each until another is there. */
  failedFiles?: RefusedFiles | undefined
  sent?: Sent | undefined
}

export type Event =
  | { type: 'started'; current?: Application | undefined; now: number }
  | { type: 'typed'; draft: Draft }
  /** `asked`: Save Progress was pressed, so it is saved even if nothing is new. */
  | { type: 'saveNow'; asked?: boolean; leaving?: boolean }
  | { type: 'timeUp' }
  | { type: 'saveAnswered'; draft: Draft; edition: number; version: number; at: number }
  | { type: 'saveFailed'; error: CallFailed }
  | { type: 'read'; current: Application }
  | { type: 'readOnDevice'; theirs: Draft }
  | { type: 'chosen'; choices: Partial<Record<Section, Choice>> }
  | { type: 'fileCounted'; version: number }
  | { type: 'patched'; context: Partial<FormContext> }
  | { type: 'stored'; at: number | undefined }
  | { type: 'confirmed' }
  | { type: 'heldBack' }
  | { type: 'leftOut' }
  | { type: 'online' }
  | { type: 'answered'; sent: Sent }
  /** `body` is what was sent; with a ticket in the refusal it is what will be sent again. */
  | { type: 'failed'; error: CallFailed; body: string; now: number; lost?: Lost | undefined }

export type Effect =
  | { do: 'store' }
  | { do: 'save'; draft: Draft; edition: number; version: number; leaving: boolean }
  | { do: 'submit' }
  /** The one timer; an earlier one is off. */
  | { do: 'wait'; ms: number }
  | { do: 'stopWaiting' }
  | { do: 'forget' }

export type Step = { state: ApplicationState; effects: Effect[] }
