import { completedStepsOf } from '#contract/job-applications/rules.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { nairobiDate } from '#contract/dates.ts'
import { TICKET } from '#contract/tickets/tickets.ts'
import {
  decideOnLostFiles,
  fileErrorsIn,
  refusedKinds,
  type HeldTicket,
  requiresAnyOf,
  isTemporary,
  type RefusedFiles,
  refusalSentence,
} from '../sending/verdicts.ts'
import type { CallFailed } from '../call.ts'
import type { ApplicationState, Effect, Event, Lost, Transition } from './application-state.ts'
import { answersBody, currentOf } from './draft.ts'
import { reconcile, draftState } from './draft-sync.ts'
import { type Document, type FormContext, identityOf, profileChange } from './form-context.ts'

// Each function below is one transition of the state machine after Submit is confirmed. It gives the next
// state and the effects to run. `application-machine.ts` calls them.

/** The pauses before the first repeated submits. Each later one comes after `LONGEST_PAUSE_MS`. */
const RETRY_PAUSES_MS = [2_000, 4_000, 8_000, 15_000]
const LONGEST_PAUSE_MS = 30_000
/** How often in a row a submit may meet an older version of this tab's draft and be sent again. */
const MAX_CONFLICTS = 5

const STORE: Effect = { do: 'store' }
type Failed = Extract<Event, { type: 'submitFailed' }>

type FileHashes = Partial<Record<DocumentKind, string>>
/**
 * The SHA-256 of every file: those that the server has, and `pending` ones that have not arrived. If one is
 * unknown, or there is no document at all, `files` is left out: the server takes what it has.
 */
const namedFiles = (documents: Document[], pending: FileHashes): { files?: FileHashes } => {
  const accepted = documents.filter(({ state }) => state !== 'refused')
  const acceptedHashes = Object.fromEntries(accepted.map(({ kind, sha256 }) => [kind, sha256]))
  // A pending file replaces the accepted one of its kind.
  const files = { ...acceptedHashes, ...pending }
  // If all documents were refused, the empty list keeps the server from sending them.
  const hasAny = documents.length > 0 || Object.keys(files).length > 0
  return hasAny && Object.values(files).every(Boolean) ? { files } : {}
}

/**
 * The body of the submit: all sections, whether each is complete, and typed details that the profile lacks
 * (W12). `now`: milliseconds of the server's clock. `pending`: the hashes of files that have not arrived.
 */
export const submissionBody = (
  { draft, context, key, version }: ApplicationState,
  now: number,
  pending: FileHashes = {},
) => {
  const { profile, job } = context
  const typed = profileChange(profile, draft)
  return {
    job_id: job.id,
    ...completedStepsOf(identityOf(profile, draft), draft.answers, job, nairobiDate(new Date(now))),
    ...answersBody(draft.answers),
    ...(Object.keys(typed).length > 0 ? { profile: typed } : {}),
    ...namedFiles(context.documents, pending),
    version,
    idempotency_key: key,
  }
}

const sendNow = (state: ApplicationState): Transition => ({
  state: { ...state, submitting: true },
  effects: [STORE, { do: 'stopWaiting' }, { do: 'submit' }],
})

/** The person confirmed Submit. From now on the application is sent automatically, also after a reload. */
export const confirmed = (state: ApplicationState): Transition =>
  sendNow({
    ...state,
    is: 'sending',
    submitTries: 0,
    submitConflicts: 0,
    failure: undefined,
    waitingFor: undefined,
    ticket: undefined,
    notBefore: undefined,
    failedFiles: undefined,
  })

/** Ends the submit: the draft can be edited again. */
const returnToDraft = (state: ApplicationState, failure?: string, failedFiles?: RefusedFiles): Transition => {
  const next = {
    ...state,
    failure,
    failedFiles,
    ticket: undefined,
    notBefore: undefined,
    waitingFor: undefined,
  }
  const is = draftState(next)
  const effects: Effect[] = [{ do: 'stopWaiting' }, STORE]
  // What the server lacks of the draft is saved at once, because the draft can be edited again.
  if (is === 'unsaved') effects.push({ do: 'wait', ms: 0 })
  return { state: { ...next, is }, effects }
}

/** Stops sending automatically. */
export const heldBack = (state: ApplicationState): Transition =>
  returnToDraft(state, undefined, state.ticket?.refused)

/**
 * The state of an application with a ticket. The server signs a ticket for a submit that must wait. It proves
 * when the application arrived.
 */
export const stateWithTicket = (ticket: HeldTicket) =>
  ticket.refused && !ticket.leftOut ? 'fileRefused' : 'ticketed'

/** Sends the application without the files that the server could not accept. */
export const leftOut = (state: ApplicationState): Transition => {
  const next = {
    ...state,
    is: 'ticketed',
    ticket: state.ticket && { ...state.ticket, leftOut: true },
    waitingFor: undefined,
  } as const
  // If a submit is in progress, its answer must come first.
  return state.submitting ? { state: next, effects: [STORE] } : sendNow(next)
}

/** Decides what happens to an application whose files can never arrive. */
function afterLostFiles(
  state: ApplicationState,
  ticket: HeldTicket,
  { msToDeadline, refused }: Lost,
): Transition {
  const next = { ...state, ticket: { ...ticket, refused }, waitingFor: undefined, notBefore: undefined }
  const { job } = state.context
  const decision = decideOnLostFiles({ msToDeadline, isRequired: requiresAnyOf(job, refused) })
  if (decision === 'send without') return leftOut(next)
  if (decision === 'choose')
    return { state: { ...next, is: 'fileRefused' }, effects: [STORE, { do: 'wait', ms: msToDeadline }] }
  const sentences = [
    SENDING_WORDS.fileRefusedFor(refusedKinds(next.ticket), job),
    ...Object.values(refused),
    SENDING_WORDS.otherFile,
  ]
  return returnToDraft(state, sentences.join('\n'), refused)
}

/** The page opened again. The submit continues, but not before the time that the server named. */
export const resumed = (
  state: ApplicationState,
  { current, now }: Extract<Event, { type: 'pageOpened' }>,
): Transition => {
  // With a ticket, the body of the submit cannot change. Without one, the draft is compared with what was
  // written elsewhere.
  const reconciled =
    current && !state.ticket && current.version !== state.version ? reconcile(state, current).state : state
  if (reconciled.conflict) return returnToDraft(reconciled)
  // The device's clock may have been set back. So the wait is limited to the longest one that the server asks
  // for.
  const pauseMs = Math.min((state.notBefore ?? 0) - now, TICKET.longestWaitSeconds * 1_000)
  if (pauseMs > 0) return { state, effects: [STORE, { do: 'wait', ms: pauseMs }] }
  // `reconcile` has set a state in which the draft is edited. A submit keeps its own state.
  return state.submitting ? { state, effects: [] } : sendNow({ ...reconciled, is: state.is })
}

/** The timer has ended, so the application is sent again, unless a submit is in progress. */
export const timeUp = (state: ApplicationState): Transition =>
  state.submitting ? { state, effects: [] } : sendNow(state)

/** Sends a submit that waits for the network or a file. One that the server asked to wait keeps waiting. */
export const tryAgain = (state: ApplicationState): Transition =>
  state.waitingFor === 'network' || state.waitingFor === 'files' ? timeUp(state) : { state, effects: [] }

/** The ticket with what this refusal adds. The first body, time of arrival and earlier tickets stay. */
const ticketFrom = (held: HeldTicket | undefined, { error, body }: Failed): HeldTicket | undefined => {
  const { ticket, received_at } = error.body
  if (!ticket || !received_at) return held
  const tickets = [...(held?.tickets ?? []), ticket].slice(0, TICKET.maxPerRequest)
  return { ...held, body: held?.body ?? body, tickets, receivedAt: held?.receivedAt ?? received_at }
}

const reasonToWait = ({ status, body }: CallFailed) => {
  if (body.code === 'files_missing') return 'files'
  return status === 0 ? 'network' : 'server'
}

const stateWhileWaiting = ({ status }: CallFailed, ticket: HeldTicket | undefined) => {
  if (status === 401) return 'loggedOut'
  return ticket ? 'ticketed' : 'retrying'
}

/** The submit has no verdict, so the same submit is sent again after a pause. */
function retryLater(state: ApplicationState, { error, now }: Failed): Transition {
  const requestedMs = (error.retryAfter ?? 0) * 1_000
  const ms = Math.max(RETRY_PAUSES_MS[state.submitTries] ?? LONGEST_PAUSE_MS, requestedMs)
  return {
    state: {
      ...state,
      is: stateWhileWaiting(error, state.ticket),
      submitTries: state.submitTries + 1,
      waitingFor: reasonToWait(error),
      notBefore: requestedMs > 0 ? now + requestedMs : undefined,
    },
    effects: [STORE, { do: 'wait', ms }],
  }
}

/** The server has another version of the draft. If that is an older draft of this tab, submits again. */
function afterConflict(state: ApplicationState, error: CallFailed): Transition {
  const current = currentOf(error)
  const reconciled: ApplicationState = {
    ...(current ? reconcile(state, current).state : state),
    submitConflicts: state.submitConflicts + 1,
  }
  // A version that someone else wrote is a conflict, so the person chooses first.
  return reconciled.conflict ? returnToDraft(reconciled) : sendNow({ ...reconciled, is: state.is })
}

/** The submit failed. It is sent again after a pause, or the draft can be edited again. */
export const failed = (before: ApplicationState, event: Failed): Transition => {
  const { error, lost } = event
  const state = { ...before, submitting: false, ticket: ticketFrom(before.ticket, event) }
  const { ticket, context } = state
  if (lost && ticket && !ticket.leftOut) return afterLostFiles(state, ticket, lost)
  if (isTemporary(error, ticket)) return retryLater(state, event)
  if (error.body.code === 'conflict' && state.submitConflicts < MAX_CONFLICTS)
    return afterConflict(state, error)
  // The refused files were left out of this submit, so its refusal is about none of them.
  const fileErrors = ticket?.leftOut ? undefined : fileErrorsIn(error)
  return returnToDraft(state, refusalSentence(error, ticket, context.job), fileErrors)
}

/** The person held the submit back before it failed, so it is not sent again. */
export const failedAfterHoldBack = (state: ApplicationState): Transition => ({
  state: { ...state, submitting: false },
  effects: [],
})

/** The server accepted the application. The draft then counts as saved, and the device deletes its copy. */
export const answered = (
  state: ApplicationState,
  { sent }: Extract<Event, { type: 'submitAnswered' }>,
): Transition => ({
  state: {
    ...state,
    is: 'sent',
    sent: { ...sent, withoutFiles: state.ticket?.leftOut ? refusedKinds(state.ticket) : [] },
    submitting: false,
    saving: false,
    ticket: undefined,
    savedEdition: state.edition,
  },
  effects: [{ do: 'stopWaiting' }, { do: 'forget' }],
})

/** A text that identifies the stored file of a kind of document; undefined if there is none. */
const fileIdentity = ({ documents }: FormContext, kind: string) => {
  const document = documents.find((entry) => entry.kind === kind)
  return document && `${document.sha256} ${document.uploaded_at}`
}

/** Updates the context of the form. The error of a file stays until the file is replaced. */
export const patched = (state: ApplicationState, changes: Partial<FormContext>): ApplicationState => {
  const context = { ...state.context, ...changes }
  const isSameFile = (kind: string) => fileIdentity(state.context, kind) === fileIdentity(context, kind)
  const failedFiles =
    state.failedFiles &&
    Object.fromEntries(Object.entries(state.failedFiles).filter(([kind]) => isSameFile(kind)))
  return { ...state, context, failedFiles }
}
