import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { transition } from '../../web/job-applications/application-machine.ts'
import type { ApplicationState, Event } from '../../web/job-applications/application-state.ts'
import { isUnderway, STATES, type StateName } from '../../web/job-applications/states.ts'
import {
  SENT_TIME,
  NOW,
  application,
  failure,
  kinds,
  opened,
  play,
  withAddress,
} from '../support/application-play.ts'

// In the browser, an application is a state machine. STATES lists which events lead from each state to which
// others. The code must do the same for every state and event.

describe('every state and every event (last-hour#state-machine)', () => {
  const ticketed = play()
    .type('mine')
    .on({ type: 'confirmed' })
    .fail(503, { ticket: 't', received_at: SENT_TIME })
    .state()
  const fileRefused = play(ticketed).lose(60_000).state()
  // For each state, one example of an application.
  const examples: Record<StateName, ApplicationState> = {
    saved: opened('mine'),
    unsaved: play().type('mine').state(),
    unreachable: play()
      .type('mine')
      .on({ type: 'timeUp' })
      .on({ type: 'saveFailed', error: failure(0) })
      .state(),
    refused: play()
      .type('mine')
      .on({ type: 'timeUp' })
      .on({ type: 'saveFailed', error: failure(422, { message: 'No' }) })
      .state(),
    conflict: play()
      .type('mine')
      .on({ type: 'readOnDevice', theirs: withAddress(opened().draft, 'theirs') })
      .state(),
    over: play()
      .type('mine')
      .on({ type: 'timeUp' })
      .on({ type: 'saveFailed', error: failure(409, { code: 'job_closed' }) })
      .state(),
    sending: play().type('mine').on({ type: 'confirmed' }).state(),
    retrying: play().type('mine').on({ type: 'confirmed' }).fail(503).state(),
    ticketed,
    fileRefused,
    loggedOut: play(ticketed).fail(401).state(),
    sent: play()
      .type('mine')
      .on({ type: 'confirmed' })
      .on({ type: 'submitAnswered', sent: { reference: 'R', receipt: {} as never } })
      .state(),
  }
  const draft = withAddress(opened().draft, 'new')
  const refusals = [0, 401, 403, 409, 422, 429, 500, 503].map((status) => failure(status, { code: 'busy' }))
  const conflicts = [
    failure(409, { code: 'conflict', current: application('theirs', 8) }),
    failure(409, { code: 'conflict', current: application('mine', 8) }),
  ]
  const errors = [
    ...refusals,
    ...conflicts,
    failure(409, { code: 'job_closed' }),
    failure(503, { ticket: 'u', received_at: SENT_TIME }),
  ]
  const events: Event[] = [
    { type: 'pageOpened', now: NOW },
    { type: 'pageOpened', current: application('theirs', 8), now: NOW },
    { type: 'typed', draft },
    { type: 'saveNow' },
    { type: 'saveNow', force: true },
    { type: 'timeUp' },
    { type: 'saveAnswered', draft: opened('mine').draft, edition: 1, version: 4, at: NOW },
    ...errors.map((error): Event => ({ type: 'saveFailed', error })),
    { type: 'read', current: application('theirs', 8) },
    { type: 'read', current: application('mine', 8) },
    { type: 'readOnDevice', theirs: draft },
    { type: 'chosen', choices: { personal: 'mine' } },
    { type: 'fileChanged', version: 4 },
    { type: 'patched', context: { documents: [] } },
    { type: 'stored', at: NOW },
    { type: 'confirmed' },
    { type: 'heldBack' },
    { type: 'leftOut' },
    { type: 'tryAgain' },
    { type: 'submitAnswered', sent: { reference: 'R', receipt: {} as never } },
    ...errors.map((error): Event => ({ type: 'submitFailed', error, body: '{}', now: NOW })),
  ]
  for (const [name, start] of Object.entries(examples) as [StateName, ApplicationState][])
    test(`${name}: goes where the table says and nowhere else, and loses nothing`, () => {
      assert.equal(start.is, name)
      const on: { readonly [event: string]: readonly string[] } = STATES[name].on
      for (const event of events) {
        const before = JSON.stringify(start)
        const { state, effects } = transition(start, event)
        const what = `${name}, ${event.type}`
        assert.equal(JSON.stringify(start), before, `${what}: pure`)
        // The states to which the table allows this event to lead. Without an entry, the event must change
        // nothing.
        const to = on[event.type]
        if (!to) {
          assert.equal(state.is, name, what)
          if (event.type !== 'stored' && event.type !== 'patched')
            assert.deepEqual([state, effects], [start, []], what)
          continue
        }
        assert.ok(state.is === name || to.includes(state.is), `${what} led to ${state.is}`)
        // The typed address must be in the draft, in the server's version or in the one to choose. A state
        // without unsaved text may adopt others.
        const stored = [state.draft, state.base, state.conflict?.theirs].map(
          (version) => version?.answers.address,
        )
        const taken = start.is === 'saved' && state.is === 'saved'
        assert.ok(
          taken || stored.includes(event.type === 'typed' ? 'new' : start.draft.answers.address),
          `${what}: lost`,
        )
        // A changed draft is always stored on the device.
        if (state.draft !== start.draft) assert.ok(kinds(effects).includes('store'), `${what}: not stored`)
        if (isUnderway(start.is) && start.ticket && isUnderway(state.is))
          assert.equal(state.ticket?.body, start.ticket.body, what)
        // An application is submitted only after confirmation, and only while no other submit is on its way.
        if (kinds(effects).includes('submit'))
          assert.ok(
            isUnderway(state.is) && state.submitting && (!start.submitting || event.type === 'submitFailed'),
            what,
          )
      }
    })
  test('an unfinished submit is never left without a next try', () => {
    for (const name of ['sending', 'retrying', 'ticketed', 'loggedOut'] as const)
      for (const event of events) {
        const { state, effects } = transition(examples[name], event)
        if (event.type === 'submitFailed' && isUnderway(state.is))
          assert.ok(
            kinds(effects).some((kind) => kind === 'wait' || kind === 'submit'),
            `${name}, ${event.type}`,
          )
      }
  })
})
