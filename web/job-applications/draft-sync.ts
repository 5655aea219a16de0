import type { CallFailed } from '../call.ts'
import type { ApplicationState, Effect, Event, Over, Step } from './application-state.ts'
import { type Application, draftFrom } from './draft.ts'
import { differing, merged } from './sections.ts'
import type { StateName } from './states.ts'

/** W4: the draft is saved this long after the last change. */
export const PAUSE_MS = 2_000
/** More answers than this are not lost in a row: an older draft then counts as someone else's. */
const MOST_UNANSWERED = 10
const RETRY_MS = { first: 3_000, longest: 60_000 }

const OVER_BECAUSE: Record<string, Over> = {
  already_applied: 'completed',
  job_closed: 'closed',
  not_found: 'gone',
}

const STORE: Effect = { do: 'store' }
type Of<Type extends Event['type']> = Extract<Event, { type: Type }>

export const isSaved = (state: Pick<ApplicationState, 'edition' | 'savedEdition'>) =>
  state.savedEdition === state.edition

/** The state of a draft that is being edited, derived from its other fields. */
export const writingState = (state: ApplicationState): StateName => {
  if (state.over) return 'over'
  if (state.conflict) return 'conflict'
  if (state.refused !== undefined) return 'refused'
  return isSaved(state) ? 'saved' : 'unsaved'
}

const settle = (state: ApplicationState, ms = PAUSE_MS): Step => {
  const next = { ...state, is: writingState(state) }
  return { state: next, effects: [STORE, ...(next.is === 'unsaved' ? [{ do: 'wait', ms } as const] : [])] }
}

export const typed = (state: ApplicationState, { draft }: Of<'typed'>): Step => {
  const next = { ...state, draft, edition: state.edition + 1, refused: undefined }
  if (state.is === 'saved' || state.is === 'refused') next.is = 'unsaved'
  const saves = next.is === 'unsaved' || next.is === 'away'
  return { state: next, effects: [STORE, ...(saves ? [{ do: 'wait', ms: PAUSE_MS } as const] : [])] }
}

/** Saves what the server does not have yet. A save in progress must be answered first. */
export const saveNow = (
  state: ApplicationState,
  { force = false, leaving = false }: Omit<Of<'saveNow'>, 'type'>,
): Step => {
  const edition = state.edition + (force && isSaved(state) ? 1 : 0)
  if (state.saving || edition === state.savedEdition) return { state, effects: [] }
  const { draft, version } = state
  const unanswered = [...state.unanswered, draft].slice(-MOST_UNANSWERED)
  return {
    state: { ...state, is: state.is === 'saved' ? 'unsaved' : state.is, edition, unanswered, saving: true },
    effects: [{ do: 'stopWaiting' }, { do: 'save', draft, edition, version, leaving }],
  }
}

const noted = (
  state: ApplicationState,
  { draft, edition, version, at }: Of<'saveAnswered'>,
): ApplicationState => ({
  ...state,
  base: draft,
  version,
  unanswered: [],
  savedEdition: Math.max(edition, state.savedEdition),
  saving: false,
  saveTries: 0,
  waitingFor: undefined,
  serverAt: at,
  refused: undefined,
})
export const saveAnswered = (state: ApplicationState, event: Of<'saveAnswered'>): Step =>
  settle(noted(state, event))
/** During a submit, the answer to a save is only recorded. */
export const saveNoted = (state: ApplicationState, event: Of<'saveAnswered'>): Step => ({
  state: noted(state, event),
  effects: [STORE],
})

const isPassing = ({ status }: CallFailed) => status === 0 || status >= 500 || status === 429

export const saveFailed = (before: ApplicationState, { error }: Of<'saveFailed'>): Step => {
  const state = { ...before, saving: false, waitingFor: undefined }
  const { status, body } = error
  const { current } = body as { current?: Application }
  if (body.code === 'conflict' && current) return reconcile(state, current)
  if (isPassing(error)) {
    const ms = Math.max(
      Math.min(RETRY_MS.first * 2 ** state.saveTries, RETRY_MS.longest),
      (error.retryAfter ?? 0) * 1_000,
    )
    const is = state.is === 'conflict' ? 'conflict' : 'away'
    const waitingFor = status === 0 ? 'network' : 'server'
    return {
      state: { ...state, is, waitingFor, saveTries: state.saveTries + 1 },
      effects: [STORE, { do: 'wait', ms }],
    }
  }
  const over = OVER_BECAUSE[body.code ?? '']
  if (over) return settle({ ...state, over })
  // 401: the session is over and the page closes; the typed text waits on the device.
  if (status === 401) return { state, effects: [STORE] }
  return settle({ ...state, refused: body.message ?? '' })
}

/** The state with the server's documents. */
const withDocuments = (state: ApplicationState, { documents }: Application): ApplicationState => ({
  ...state,
  context: { ...state.context, documents },
})

/**
 * Nothing can be lost if the server has our draft, our `base`, or a draft that we sent without an answer
 * (T22). Otherwise it is a conflict.
 */
export function reconcile(before: ApplicationState, current: Application): Step {
  const state = withDocuments(before, current)
  const theirs = draftFrom(current)
  const serverAt = Date.parse(current.updated_at)
  const known = [state.draft, state.base, ...state.unanswered].some(
    (draft) => draft && differing(draft, theirs).length === 0,
  )
  if (!known)
    return settle({ ...state, conflict: { theirs, from: 'server' }, theirVersion: current.version, serverAt })
  const savedEdition = differing(state.draft, theirs).length === 0 ? state.edition : state.savedEdition
  const next = {
    ...state,
    version: current.version,
    theirVersion: current.version,
    base: theirs,
    unanswered: [],
    savedEdition,
    serverAt,
  }
  return settle(next, 0)
}

/** Handles the server's current version: accepts it if nothing was written here, reconciles it otherwise. */
export const read = (before: ApplicationState, { current }: Pick<Of<'read'>, 'current'>): Step => {
  // This read started before a file arrived or a save was answered, and ended after it: our state is newer.
  if (current.version < before.version) return { state: before, effects: [] }
  const state = withDocuments(before, current)
  const theirs = draftFrom(current)
  const shown = { ...state, theirVersion: current.version }
  // Offer the server's newest version: otherwise the choice would overwrite it unseen.
  if (state.conflict?.from === 'server')
    return { state: { ...shown, conflict: { theirs, from: 'server' } }, effects: [] }
  if (state.conflict || current.version === state.version) return { state: shown, effects: [] }
  if (!isSaved(state) || differing(state.draft, theirs).length === 0) return reconcile(state, current)
  const draft = { ...theirs, step: state.draft.step, reviewed: state.draft.reviewed }
  const { version } = current
  return settle({
    ...state,
    draft,
    base: theirs,
    version,
    theirVersion: version,
    serverAt: Date.parse(current.updated_at),
  })
}

/** Another version was found on this device. */
export const readOnDevice = (state: ApplicationState, { theirs }: Of<'readOnDevice'>): Step =>
  differing(state.draft, theirs).length > 0
    ? settle({ ...state, conflict: { theirs, from: 'device' } })
    : { state, effects: [] }

/** The person has chosen. The result is saved like any other change. */
export const chosen = (state: ApplicationState, { choices }: Of<'chosen'>): Step => {
  const { conflict } = state
  if (!conflict) return { state, effects: [] }
  const settled =
    conflict.from === 'server' ? { version: state.theirVersion, base: conflict.theirs, unanswered: [] } : {}
  const draft = merged(state.draft, conflict.theirs, choices)
  return settle(
    { ...state, ...settled, draft, refused: undefined, conflict: undefined, edition: state.edition + 1 },
    0,
  )
}

/**
 * A file was added or removed, which raises the server's version by one. Any other version means that someone
 * else wrote too.
 */
export const fileCounted = (state: ApplicationState, { version }: Of<'fileCounted'>): Step => ({
  state: version === state.version + 1 ? { ...state, version } : state,
  effects: [STORE],
})
