import type { ApplicationState, Event, LocalCopy, Step } from './application-state.ts'
import * as sync from './draft-sync.ts'
import { isUnderway, STATES } from './states.ts'
import * as submission from './submission.ts'

/** The state for a copy on this device, or for a server draft in the same shape. */
export const stateFrom = ({
  draft,
  base,
  unanswered = [],
  version,
  serverAt,
  onServer,
  context,
  key,
  queued,
  ticket,
  notBefore,
}: LocalCopy): ApplicationState => ({
  is: ticket ? submission.stateWithTicket(ticket) : queued ? 'retrying' : onServer ? 'saved' : 'unsaved',
  draft,
  base,
  unanswered,
  version,
  serverVersion: version,
  edition: onServer ? 0 : 1,
  savedEdition: 0,
  saving: false,
  saveTries: 0,
  serverAt,
  context,
  key,
  submitting: false,
  submitTries: 0,
  submitConflicts: 0,
  ticket,
  notBefore,
})

/** What the device stores: everything that is needed to continue after a reload. */
export const localCopyOf = (state: ApplicationState): LocalCopy => {
  const { draft, base, unanswered, version, serverAt, context, key, ticket, notBefore } = state
  const queued = isUnderway(state.is)
  return {
    draft,
    base,
    unanswered,
    version,
    serverAt,
    onServer: sync.isSaved(state) && !queued,
    context,
    key,
    queued,
    ticket,
    notBefore,
  }
}

const started = (state: ApplicationState, event: Extract<Event, { type: 'started' }>): Step => {
  if (isUnderway(state.is)) return submission.resumed(state, event)
  const step = event.current ? sync.read(state, { current: event.current }) : { state, effects: [] }
  const waits = step.effects.some((effect) => effect.do === 'wait')
  const pause = step.state.is === 'unsaved' && !waits ? [{ do: 'wait', ms: sync.SAVE_PAUSE_MS } as const] : []
  return { state: step.state, effects: [{ do: 'store' }, ...step.effects, ...pause] }
}

/**
 * One step of `STATES`: the state after an event, and the effects to run. Pure: the same state and event give
 * the same step.
 */
export function step(state: ApplicationState, event: Event): Step {
  if (event.type === 'stored') return { state: { ...state, deviceAt: event.at }, effects: [] }
  if (event.type === 'patched')
    return { state: submission.patched(state, event.context), effects: [{ do: 'store' }] }
  if (!(event.type in STATES[state.is].on)) return { state, effects: [] }
  const underway = isUnderway(state.is)
  switch (event.type) {
    case 'started':
      return started(state, event)
    case 'typed':
      return sync.typed(state, event)
    case 'saveNow':
      return sync.saveNow(state, event)
    case 'timeUp':
      return underway ? submission.timeUp(state) : sync.saveNow(state, {})
    case 'saveAnswered':
      return underway ? sync.recordSave(state, event) : sync.saveAnswered(state, event)
    case 'saveFailed':
      return underway ? { state: { ...state, saving: false }, effects: [] } : sync.saveFailed(state, event)
    case 'read':
      return sync.read(state, event)
    case 'readOnDevice':
      return sync.readOnDevice(state, event)
    case 'chosen':
      return sync.chosen(state, event)
    case 'fileCounted':
      return sync.fileCounted(state, event)
    case 'confirmed':
      return submission.confirmed(state)
    case 'heldBack':
      return submission.heldBack(state)
    case 'leftOut':
      return submission.leftOut(state)
    case 'online':
      return submission.online(state)
    case 'answered':
      return submission.answered(state, event)
    case 'failed':
      return underway ? submission.failed(state, event) : submission.failedAfterHoldBack(state)
  }
}
