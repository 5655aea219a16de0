import type { ApplicationState, Effect, Event, LocalCopy, Transition } from './application-state.ts'
import * as sync from './draft-sync.ts'
import { isUnderway, type StateName, STATES } from './states.ts'
import * as submission from './submission.ts'

/** The state in which a stored draft continues. A ticket or a confirmed Submit comes before the draft. */
const stateAtStart = ({ ticket, queued, onServer }: LocalCopy): StateName => {
  if (ticket) return submission.stateWithTicket(ticket)
  if (queued) return 'retrying'
  return onServer ? 'saved' : 'unsaved'
}

/** The first state of an application, from a copy on this device or a server's draft in the same shape. */
export const stateFrom = (copy: LocalCopy): ApplicationState => ({
  is: stateAtStart(copy),
  draft: copy.draft,
  base: copy.base,
  unanswered: copy.unanswered ?? [],
  version: copy.version,
  serverVersion: copy.version,
  // If the server lacks the draft, the draft counts as one change after the last saved edition, which is 0.
  edition: copy.onServer ? 0 : 1,
  savedEdition: 0,
  saving: false,
  saveTries: 0,
  serverAt: copy.serverAt,
  context: copy.context,
  key: copy.key,
  submitting: false,
  submitTries: 0,
  submitConflicts: 0,
  ticket: copy.ticket,
  notBefore: copy.notBefore,
})

/** The copy for the device: everything that is needed to continue after a reload, except the files. */
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

const pageOpened = (state: ApplicationState, event: Extract<Event, { type: 'pageOpened' }>): Transition => {
  if (isUnderway(state.is)) return submission.resumed(state, event)
  const opening: Transition = event.current
    ? sync.read(state, { current: event.current })
    : { state, effects: [] }
  const effects: Effect[] = [{ do: 'store' }, ...opening.effects]
  // A draft that the server lacks is saved soon, even if the person types nothing more.
  const isTimerSet = effects.some((effect) => effect.do === 'wait')
  if (opening.state.is === 'unsaved' && !isTimerSet) effects.push({ do: 'wait', ms: sync.SAVE_PAUSE_MS })
  return { state: opening.state, effects }
}

/**
 * One transition of the state machine `STATES`: the state after an event, and the effects to run. It is pure:
 * the same state and event always give the same result.
 */
export function transition(state: ApplicationState, event: Event): Transition {
  if (event.type === 'stored') return { state: { ...state, deviceAt: event.at }, effects: [] }
  if (event.type === 'patched')
    return { state: submission.patched(state, event.context), effects: [{ do: 'store' }] }
  // An event changes nothing if the present state does not name it.
  if (!(event.type in STATES[state.is].on)) return { state, effects: [] }
  // After Submit is confirmed, the same event leads to another transition than while the draft is edited.
  const isSending = isUnderway(state.is)
  switch (event.type) {
    case 'pageOpened':
      return pageOpened(state, event)
    case 'typed':
      return sync.typed(state, event)
    case 'saveNow':
      return sync.saveNow(state, event)
    case 'timeUp':
      return isSending ? submission.timeUp(state) : sync.saveNow(state, {})
    case 'saveAnswered':
      return isSending ? sync.recordSave(state, event) : sync.saveAnswered(state, event)
    case 'saveFailed':
      return isSending ? { state: { ...state, saving: false }, effects: [] } : sync.saveFailed(state, event)
    case 'read':
      return sync.read(state, event)
    case 'readOnDevice':
      return sync.readOnDevice(state, event)
    case 'chosen':
      return sync.chosen(state, event)
    case 'fileChanged':
      return sync.fileChanged(state, event)
    case 'confirmed':
      return submission.confirmed(state)
    case 'heldBack':
      return submission.heldBack(state)
    case 'leftOut':
      return submission.leftOut(state)
    case 'tryAgain':
      return submission.tryAgain(state)
    case 'submitAnswered':
      return submission.answered(state, event)
    case 'submitFailed':
      return isSending ? submission.failed(state, event) : submission.failedAfterHoldBack(state)
  }
}
