import { type CallFailed, hasNoVerdict } from '../call.ts'
import type { ApplicationState, Effect, Event, Over, Transition } from './application-state.ts'
import { type Application, currentOf, draftFrom } from './draft.ts'
import { differingSections, mergeDrafts } from './sections.ts'
import type { StateName } from './states.ts'

// Each function below is one transition of the state machine while the draft is edited. It gives the next
// state and the effects to run. `application-machine.ts` calls them.

/** The draft is saved this long after the last change (W4). */
export const SAVE_PAUSE_MS = 2_000
/** How many unanswered drafts are remembered. An older one would count as written by someone else. */
const MAX_UNANSWERED = 10
const AT_ONCE_MS = 0
/** The pauses between tries to save. Each is twice as long as the one before, up to the longest. */
const RETRY_MS = { first: 3_000, longest: 60_000 }

/** Codes of refusals after which the application cannot be changed any more. */
const OVER_BECAUSE: Record<string, Over> = {
  already_applied: 'completed',
  job_closed: 'closed',
  not_found: 'deleted',
}

const STORE: Effect = { do: 'store' }
type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>

export const isSaved = (state: Pick<ApplicationState, 'edition' | 'savedEdition'>) =>
  state.savedEdition === state.edition

/** The state of a draft that is being edited, derived from its other fields. */
export const draftState = (state: ApplicationState): StateName => {
  if (state.over) return 'over'
  if (state.conflict) return 'conflict'
  if (state.refused !== undefined) return 'refused'
  return isSaved(state) ? 'saved' : 'unsaved'
}

/** Editing continues: stores the draft and, if the server lacks it, saves it after `saveInMs`. */
const continueWriting = (state: ApplicationState, saveInMs = SAVE_PAUSE_MS): Transition => {
  const next = { ...state, is: draftState(state) }
  return { state: next, effects: next.is === 'unsaved' ? [STORE, { do: 'wait', ms: saveInMs }] : [STORE] }
}

/** The person changed the draft. A conflict must be decided before it is saved. */
export const typed = (state: ApplicationState, { draft }: EventOf<'typed'>): Transition => {
  const next = { ...state, draft, edition: state.edition + 1, refused: undefined }
  if (state.is === 'saved' || state.is === 'refused') next.is = 'unsaved'
  const willSave = next.is === 'unsaved' || next.is === 'unreachable'
  return { state: next, effects: willSave ? [STORE, { do: 'wait', ms: SAVE_PAUSE_MS }] : [STORE] }
}

/** Saves what the server lacks of the draft. If a save is in progress, this waits for its answer. */
export const saveNow = (
  state: ApplicationState,
  { force = false, leaving = false }: Omit<EventOf<'saveNow'>, 'type'>,
): Transition => {
  // Save Progress counts as a change, so that a saved draft is sent again.
  const edition = state.edition + (force && isSaved(state) ? 1 : 0)
  if (state.saving || edition === state.savedEdition) return { state, effects: [] }
  const { draft, version } = state
  const unanswered = [...state.unanswered, draft].slice(-MAX_UNANSWERED)
  return {
    state: { ...state, is: state.is === 'saved' ? 'unsaved' : state.is, edition, unanswered, saving: true },
    effects: [{ do: 'stopWaiting' }, { do: 'save', draft, edition, version, leaving }],
  }
}

const withAnsweredSave = (
  state: ApplicationState,
  { draft, edition, version, at: savedAt }: EventOf<'saveAnswered'>,
): ApplicationState => ({
  ...state,
  base: draft,
  version,
  unanswered: [],
  // While this save was in progress, a read may have shown that the server has a later edition.
  savedEdition: Math.max(edition, state.savedEdition),
  saving: false,
  saveTries: 0,
  waitingFor: undefined,
  serverAt: savedAt,
  refused: undefined,
})
export const saveAnswered = (state: ApplicationState, event: EventOf<'saveAnswered'>): Transition =>
  continueWriting(withAnsweredSave(state, event))
/** During a submit, the answer to a save is only recorded. */
export const recordSave = (state: ApplicationState, event: EventOf<'saveAnswered'>): Transition => ({
  state: withAnsweredSave(state, event),
  effects: [STORE],
})

/** The pause before the next try. It grows, and is never shorter than the server asks for. */
const retryPauseMs = (tries: number, { retryAfter = 0 }: CallFailed) =>
  Math.max(Math.min(RETRY_MS.first * 2 ** tries, RETRY_MS.longest), retryAfter * 1_000)

export const saveFailed = (before: ApplicationState, { error }: EventOf<'saveFailed'>): Transition => {
  const state = { ...before, saving: false, waitingFor: undefined }
  const { status, body } = error
  // The server's version of the draft comes only with the error of a conflict.
  const current = currentOf(error)
  if (current) return reconcile(state, current)
  if (hasNoVerdict(error)) {
    const is = state.is === 'conflict' ? 'conflict' : 'unreachable'
    const waitingFor = status === 0 ? 'network' : 'server'
    return {
      state: { ...state, is, waitingFor, saveTries: state.saveTries + 1 },
      effects: [STORE, { do: 'wait', ms: retryPauseMs(state.saveTries, error) }],
    }
  }
  const over = OVER_BECAUSE[body.code ?? '']
  if (over) return continueWriting({ ...state, over })
  // Status 401 means that the session is over. The page closes, and the typed text waits on the device.
  if (status === 401) return { state, effects: [STORE] }
  return continueWriting({ ...state, refused: body.message ?? '' })
}

/** The state with the documents that the server has. */
const withDocuments = (state: ApplicationState, { documents }: Application): ApplicationState => ({
  ...state,
  context: { ...state.context, documents },
})

/**
 * The server's draft is no conflict if it is our draft, our `base`, or one that we sent without an answer
 * (T22). Then nothing can be lost.
 */
export function reconcile(before: ApplicationState, current: Application): Transition {
  const state = withDocuments(before, current)
  const theirs = draftFrom(current)
  const serverAt = Date.parse(current.updated_at)
  const isOurs = [state.draft, state.base, ...state.unanswered].some(
    (draft) => draft && differingSections(draft, theirs).length === 0,
  )
  if (!isOurs)
    return continueWriting({
      ...state,
      conflict: { theirs, from: 'server' },
      serverVersion: current.version,
      serverAt,
    })
  // If the server has an older draft of this tab, the present draft is saved at once.
  const savedEdition =
    differingSections(state.draft, theirs).length === 0 ? state.edition : state.savedEdition
  const next = {
    ...state,
    version: current.version,
    serverVersion: current.version,
    base: theirs,
    unanswered: [],
    savedEdition,
    serverAt,
  }
  return continueWriting(next, AT_ONCE_MS)
}

/**
 * Compares the server's version with this tab's draft. Takes the server's if this tab has no unsaved change;
 * otherwise reconciles the two.
 */
export const read = (before: ApplicationState, { current }: Pick<EventOf<'read'>, 'current'>): Transition => {
  // Our state is newer than this read: a file arrived, or a save was answered, while it was on its way.
  if (current.version < before.version) return { state: before, effects: [] }
  const state = withDocuments(before, current)
  const theirs = draftFrom(current)
  const withServerVersion = { ...state, serverVersion: current.version }
  // Offer the newest version of the server. Otherwise the person's choice would overwrite it unseen.
  if (state.conflict?.from === 'server')
    return { state: { ...withServerVersion, conflict: { theirs, from: 'server' } }, effects: [] }
  if (state.conflict || current.version === state.version) return { state: withServerVersion, effects: [] }
  if (!isSaved(state) || differingSections(state.draft, theirs).length === 0) return reconcile(state, current)
  // This tab has no unsaved change, so it shows what was written elsewhere. The person stays at their step.
  const draft = { ...theirs, step: state.draft.step, reviewed: state.draft.reviewed }
  const { version } = current
  return continueWriting({
    ...state,
    draft,
    base: theirs,
    version,
    serverVersion: version,
    serverAt: Date.parse(current.updated_at),
  })
}

/** An unsaved draft of another tab was found on this device. */
export const readOnDevice = (state: ApplicationState, { theirs }: EventOf<'readOnDevice'>): Transition =>
  differingSections(state.draft, theirs).length > 0
    ? continueWriting({ ...state, conflict: { theirs, from: 'device' } })
    : { state, effects: [] }

/** The person has chosen between two versions. The result is saved like any other change. */
export const chosen = (state: ApplicationState, { choices }: EventOf<'chosen'>): Transition => {
  const { conflict } = state
  if (!conflict) return { state, effects: [] }
  // The next save is meant to replace the version that the person has just seen.
  const seenVersion =
    conflict.from === 'server' ? { version: state.serverVersion, base: conflict.theirs, unanswered: [] } : {}
  const draft = mergeDrafts(state.draft, conflict.theirs, choices)
  return continueWriting(
    { ...state, ...seenVersion, draft, refused: undefined, conflict: undefined, edition: state.edition + 1 },
    AT_ONCE_MS,
  )
}

/**
 * A file was added or removed, which raises the server's version by one. Any other version means that someone
 * else wrote too.
 */
export const fileChanged = (state: ApplicationState, { version }: EventOf<'fileChanged'>): Transition => ({
  state: version === state.version + 1 ? { ...state, version } : state,
  effects: [STORE],
})
