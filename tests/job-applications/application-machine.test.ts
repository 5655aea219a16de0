import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stateFrom, localCopyOf } from '../../web/job-applications/application-machine.ts'
import type { Event, LocalCopy } from '../../web/job-applications/application-state.ts'
import type { Application } from '../../web/job-applications/draft.ts'

import { submissionBody } from '../../web/job-applications/submission.ts'
import {
  NOW,
  application,
  context,
  failure,
  kinds,
  opened,
  play,
  saves,
  waits,
  withAddress,
} from '../support/application-play.ts'

// In the browser, an application is a state machine: an event gives the next state and effects such as
// `save`. `play` sends it events and collects the effects until `done`. `saves` gives `[address, version]`
// for each save. W and T numbers are rules of docs/spec/decisions.md and security.md.
describe('W4 kept as it is typed', () => {
  test('every change is on the device at once, and on the server two seconds after the last', () => {
    const played = play().type('P').type('PO')
    assert.equal(played.state().is, 'unsaved')
    assert.equal(localCopyOf(played.state()).onServer, false)
    assert.deepEqual(played.done(), [
      { do: 'store' },
      { do: 'wait', ms: 2_000 },
      { do: 'store' },
      { do: 'wait', ms: 2_000 },
    ])
    played.on({ type: 'timeUp' })
    assert.deepEqual(saves(played.done()), [['PO', 3]])
  })
  test('what is typed during a save is saved next, based on the version that the save returned', () => {
    const played = play().type('A').on({ type: 'saveNow' }).type('AB').on({ type: 'timeUp' })
    assert.deepEqual(saves(played.state().saving ? [] : played.done()), [])
    played.answerSave()
    assert.equal(played.state().is, 'unsaved')
    played.done()
    assert.deepEqual(saves(played.on({ type: 'timeUp' }).done()), [['AB', 4]])
    played.on({
      type: 'saveAnswered',
      draft: played.state().draft,
      edition: played.state().edition,
      version: 5,
      at: NOW,
    })
    assert.deepEqual(
      [played.state().is, played.state().version, localCopyOf(played.state()).onServer],
      ['saved', 5, true],
    )
  })
  test('a save that fails is tried again by itself, after longer pauses, and not before the time that the server named', () => {
    const played = play().type('A').on({ type: 'timeUp' })
    played.done()
    played
      .on({ type: 'saveFailed', error: failure(0) })
      .on({ type: 'timeUp' })
      .on({ type: 'saveFailed', error: failure(503, {}, 20) })
    assert.deepEqual(waits(played.done()), [3_000, 20_000])
    assert.equal(played.state().is, 'unreachable')
    played.on({ type: 'timeUp' }).answerSave()
    assert.equal(played.state().is, 'saved')
  })
  test('a save over too slow a network (408) is tried again by itself, like one without an answer', () => {
    const played = play().type('A').on({ type: 'timeUp' })
    played.done()
    played.on({ type: 'saveFailed', error: failure(408, { code: 'too_slow', message: 'Too slow.' }) })
    assert.deepEqual([played.state().is, waits(played.done())], ['unreachable', [3_000]])
  })
  test('if the device cannot store the draft, the page does not say that the draft is stored there', () => {
    assert.equal(
      play().on({ type: 'stored', at: NOW }).on({ type: 'stored', at: undefined }).state().deviceAt,
      undefined,
    )
  })
  test('Save Progress saves although nothing is new', () => {
    assert.deepEqual(saves(play().on({ type: 'saveNow', force: true }).done()), [['', 3]])
    assert.deepEqual(saves(play().on({ type: 'saveNow' }).done()), [])
  })
})

describe('T22 one draft in two places', () => {
  const conflict = (current: Application): Event => ({
    type: 'saveFailed',
    error: failure(409, { code: 'conflict', current }),
  })
  test('another version is shown, and nothing is sent until the person has chosen', () => {
    const played = play()
      .type('mine')
      .on({ type: 'timeUp' })
      .on(conflict(application('theirs', 4)))
    assert.equal(played.state().conflict?.theirs.answers.address, 'theirs')
    played.done()
    played.type('mine too').on({ type: 'timeUp' }).on({ type: 'saveNow' }).on({ type: 'confirmed' })
    assert.deepEqual(kinds(played.done()), ['store'])
    played.on({ type: 'chosen', choices: { personal: 'mine' } }).on({ type: 'timeUp' })
    assert.deepEqual(saves(played.done()), [['mine too', 4]])
  })
  test("choosing the other's version takes it", () => {
    const played = play()
      .type('mine')
      .on({ type: 'timeUp' })
      .on(conflict(application('theirs', 4)))
    assert.equal(
      played.on({ type: 'chosen', choices: { personal: 'theirs' } }).state().draft.answers.address,
      'theirs',
    )
  })
  test('the person chooses between the versions that were read last, so that nothing unseen is overwritten', () => {
    const played = play()
      .type('mine')
      .on({ type: 'timeUp' })
      .on(conflict(application('theirs', 4)))
    played.on({ type: 'read', current: application('theirs, later', 5) })
    assert.equal(played.state().conflict?.theirs.answers.address, 'theirs, later')
    assert.equal(played.on({ type: 'chosen', choices: {} }).state().version, 5)
  })
  test('a save whose answer was lost is not taken for the version of another', () => {
    const played = play()
      .type('A')
      .on({ type: 'timeUp' })
      .on({ type: 'saveFailed', error: failure(0) })
    played
      .type('AB')
      .on({ type: 'timeUp' })
      .on(conflict(application('A', 4)))
    assert.deepEqual([played.state().is, played.state().version], ['unsaved', 4])
    played.done()
    assert.deepEqual(saves(played.on({ type: 'timeUp' }).done()), [['AB', 4]])
  })
  test('a version that differs only by a counted file is not taken for the version of another', () => {
    const played = play(opened('same'))
      .type('mine')
      .on({ type: 'timeUp' })
      .on(conflict(application('same', 5)))
    assert.deepEqual([played.state().is, played.state().version], ['unsaved', 5])
  })
  test('W1: an answer from before the arrival of a file does not remove the file when the answer comes later', () => {
    const documents = [{ kind: 'cv' }] as unknown as LocalCopy['context']['documents']
    const played = play()
      .on({ type: 'patched', context: { documents } })
      .on({ type: 'fileChanged', version: 4 })
    played.on({ type: 'read', current: application('', 3) })
    assert.deepEqual([played.state().context.documents, played.state().version], [documents, 4])
  })
  test('a tab with nothing unsaved takes what was written elsewhere, and stays in its step', () => {
    const played = play().on({ type: 'read', current: application('theirs', 9) })
    assert.deepEqual(
      [played.state().is, played.state().draft.answers.address, played.state().draft.step],
      ['saved', 'theirs', 1],
    )
  })
  test('our own file raises the version by one; a larger step means that someone else has written', () => {
    assert.equal(
      play().on({ type: 'fileChanged', version: 4 }).on({ type: 'fileChanged', version: 7 }).state().version,
      4,
    )
  })
  test('W11, W24: a save that is refused for good ends the form, which knows the reason', () => {
    for (const [code, over] of [
      ['already_applied', 'completed'],
      ['job_closed', 'closed'],
      ['not_found', 'deleted'],
    ]) {
      const played = play()
        .type('A')
        .on({ type: 'timeUp' })
        .on({ type: 'saveFailed', error: failure(409, { code }) })
      assert.deepEqual([played.state().is, played.state().over], ['over', over])
    }
  })
})

describe('the one call of the submit', () => {
  /** The answer of a busy server that received a submit, and the time at which it did. */
  const ticket = { code: 'busy', ticket: 't1', received_at: '2026-12-01T13:59:41.203Z' }
  test('the submit carries unsaved answers and the profile, and no other call comes before it (last-hour#one-call)', () => {
    const played = play()
    played.on({
      type: 'typed',
      draft: {
        ...withAddress(played.state().draft, 'Box 1'),
        typed: { first_name: 'x', last_name: 'Were', phone: '+254', idno: '' },
      },
    })
    played.done()
    played.on({ type: 'confirmed' })
    assert.deepEqual(kinds(played.done()), ['store', 'stopWaiting', 'submit'])
    const body = submissionBody(played.state(), NOW)
    assert.deepEqual([body.job_id, body.address, body.version, body.idempotency_key], [3, 'Box 1', 3, 'k'])
    assert.deepEqual(body.profile, { last_name: 'Were', address: 'Box 1' })
  })
  for (const status of [0, 429, 500, 502, 503, 504])
    test(`after ${status} the submit is sent again by itself, not before the time that the server named (last-hour#submit-retry)`, () => {
      const played = play().on({ type: 'confirmed' })
      played.done()
      played.fail(status, {}, status ? 90 : undefined)
      assert.deepEqual(
        [played.state().is, played.state().waitingFor],
        ['retrying', status ? 'server' : 'network'],
      )
      assert.deepEqual(waits(played.done()), [status ? 90_000 : 2_000])
      assert.deepEqual(
        kinds(played.on({ type: 'tryAgain' }).done()),
        status ? [] : ['store', 'stopWaiting', 'submit'],
      )
      played.on({ type: 'timeUp' }).on({ type: 'timeUp' })
      assert.equal(kinds(played.done()).filter((kind) => kind === 'submit').length, status ? 1 : 0)
    })
  test('a ticket keeps the answers of its own submit, whatever is typed here or saved elsewhere later', () => {
    const played = play().type('in time').on({ type: 'confirmed' }).fail(503, ticket, 10)
    assert.equal(played.state().is, 'ticketed')
    played
      .type('too late')
      .on({ type: 'timeUp' })
      .fail(503, { ...ticket, ticket: 't2', received_at: '2026-12-01T14:10:00.000Z' })
    const copy = localCopyOf(played.state())
    assert.match(copy.ticket?.body ?? '', /in time/)
    assert.deepEqual(
      [copy.ticket?.tickets, copy.ticket?.receivedAt, copy.queued, copy.onServer],
      [['t1', 't2'], ticket.received_at, true, false],
    )
    const again = play(stateFrom(copy)).on({
      type: 'pageOpened',
      current: application('theirs', 9),
      now: NOW + 60_000,
    })
    assert.deepEqual([again.state().is, kinds(again.done()).includes('submit')], ['ticketed', true])
  })
  test('after a reload, the next try still waits until the moment that the server named', () => {
    const played = play().on({ type: 'confirmed' }).fail(503, ticket, 60)
    const again = play(stateFrom(localCopyOf(played.state()))).on({ type: 'pageOpened', now: NOW + 20_000 })
    assert.deepEqual(waits(again.done()), [40_000])
    assert.deepEqual(kinds(again.on({ type: 'timeUp' }).done()), ['store', 'stopWaiting', 'submit'])
  })
  test('when the session ends, ticket and answers are kept; the submit is sent again when the person is back', () => {
    const played = play()
      .type('in time')
      .on({ type: 'confirmed' })
      .fail(401, { ...ticket, code: 'signed_out' })
    assert.equal(played.state().is, 'loggedOut')
    const copy = localCopyOf(played.state())
    assert.deepEqual([copy.onServer, copy.ticket?.tickets], [false, ['t1']])
    assert.equal(play(stateFrom(copy)).on({ type: 'pageOpened', now: NOW }).state().submitting, true)
  })
  test('a submit names its files by SHA-256, also those on their way; it waits with its ticket until they have arrived', () => {
    const cv = { kind: 'cv', state: 'clean', sha256: 'a'.repeat(64) } as never
    const played = play(opened('', { context: { ...context, documents: [cv] } })).on({ type: 'confirmed' })
    assert.deepEqual(submissionBody(played.state(), NOW, { cover_letter: 'b'.repeat(64) }).files, {
      cv: 'a'.repeat(64),
      cover_letter: 'b'.repeat(64),
    })
    played.fail(409, { ...ticket, code: 'files_missing' }, 60)
    assert.deepEqual([played.state().is, played.state().waitingFor], ['ticketed', 'files'])
    played.done()
    assert.deepEqual(kinds(played.on({ type: 'tryAgain' }).done()), ['store', 'stopWaiting', 'submit'])
  })
  test('a submit without any accepted file names none, so that a refused file is not sent', () => {
    const refused = { kind: 'cv', state: 'refused', sha256: 'a'.repeat(64) } as never
    const { files } = submissionBody(opened('', { context: { ...context, documents: [refused] } }), NOW)
    assert.deepEqual(files, {})
  })
  /** Milliseconds to the deadline, when so little is left that the page asks what to do without the file. */
  const nearDeadlineMs = 600_000
  const requiring = { ...context, job: { ...context.job, documents: 'required' } } as LocalCopy['context']
  /** A submit that the server received and confirmed with a ticket. The page sends it again. */
  const held = (over: Partial<LocalCopy> = {}) => {
    const played = play(opened('', over)).on({ type: 'confirmed' }).fail(503, ticket)
    played.done()
    return played
  }
  test('a file can never arrive: after the deadline the submit goes without the file, once, and the receipt page says so', () => {
    const holder = held().lose(0)
    assert.deepEqual(
      [holder.state().is, holder.state().ticket?.leftOut, kinds(holder.done())],
      ['ticketed', true, ['store', 'stopWaiting', 'submit']],
    )
    // If the server still lacks the file, the page pauses before the next try.
    assert.deepEqual(kinds(holder.lose(0).done()), ['store', 'wait'])
    holder.on({ type: 'submitAnswered', sent: { reference: 'R', receipt: {} as never } })
    assert.deepEqual(holder.state().sent?.withoutFiles, ['cv'])
  })
  test('a file can never arrive: shortly before the deadline the person is asked. Without an answer, the submit goes at the deadline without the file', () => {
    const holder = held().lose(nearDeadlineMs)
    assert.deepEqual([holder.state().is, waits(holder.done())], ['fileRefused', [nearDeadlineMs]])
    assert.deepEqual(kinds(holder.on({ type: 'tryAgain' }).done()), [])
    assert.equal(stateFrom(localCopyOf(holder.state())).is, 'fileRefused')
    holder.on({ type: 'timeUp' }).lose(0)
    assert.deepEqual([holder.state().is, holder.state().ticket?.leftOut], ['ticketed', true])
    const resent = held().lose(nearDeadlineMs).on({ type: 'leftOut' })
    assert.deepEqual([resent.state().is, kinds(resent.done()).at(-1)], ['ticketed', 'submit'])
    const other = held().lose(nearDeadlineMs).on({ type: 'heldBack' })
    assert.deepEqual([other.state().is, other.state().ticket], ['saved', undefined])
  })
  test('a file can never arrive: with time left, or if the job requires the file, the page says what to do; after the deadline, a job that requires it refuses for good', () => {
    const back = 'We could not take your CV.\nBad.\nChoose another file at step 4, then submit again.'
    assert.equal(held().lose(3_700_000).state().failure, back)
    assert.equal(held({ context: requiring }).lose(nearDeadlineMs).state().failure, back)
    const holder = held({ context: requiring })
      .lose(0)
      .fail(422, { code: 'invalid', message: 'Please add: CV' })
    assert.match(
      holder.state().failure ?? '',
      /^We could not take your CV, and this job asks for it\. You cannot replace it after the deadline\.\n/,
    )
    assert.equal(holder.state().ticket, undefined)
  })
  test('a final refusal ends the submit: its sentence is shown, and the answers are saved again', () => {
    const played = play().type('A').on({ type: 'confirmed' }).fail(503, ticket)
    played.done()
    played.fail(409, { code: 'job_closed', message: 'Applications for this job have closed.' })
    assert.deepEqual(
      [played.state().is, played.state().failure, played.state().ticket],
      ['unsaved', 'Applications for this job have closed.', undefined],
    )
    assert.deepEqual(waits(played.done()), [0])
  })
  test('a submit with a ticket is ended by the portal alone, not by the answer of a network filter or a login page', () => {
    for (const [status, body] of [
      [403, {}],
      [404, { message: 'Forbidden' }],
      [511, {}],
      [522, {}],
      [200, {}],
    ] as const) {
      const played = play().type('A').on({ type: 'confirmed' }).fail(503, ticket)
      played.done()
      played.fail(status, body)
      assert.deepEqual(
        [played.state().is, played.state().ticket?.tickets, played.done().at(-1)?.do],
        ['ticketed', ['t1'], 'wait'],
        String(status),
      )
    }
    assert.equal(play().on({ type: 'confirmed' }).fail(522).state().is, 'retrying')
  })
  test('S2 §8: the sentences', () => {
    const sentence = (status: number, body: object) =>
      play().on({ type: 'confirmed' }).fail(status, body).state().failure
    assert.equal(sentence(403, {}), 'Submission failed with status: 403')
    assert.equal(
      sentence(409, { message: 'You have already applied for this position.' }),
      'You already have a completed application for this position. Please check your applications dashboard.',
    )
  })
  test('a conflict with our own older version submits again; with the version of another, the person chooses first', () => {
    const own = play().type('A').on({ type: 'saveNow' }).on({ type: 'confirmed' }).type('AB')
    own.done()
    own.fail(409, { code: 'conflict', current: application('A', 4) })
    assert.deepEqual(
      [own.state().is, own.state().version, kinds(own.done()).includes('submit')],
      ['sending', 4, true],
    )
    const other = play()
      .type('A')
      .on({ type: 'confirmed' })
      .fail(409, { code: 'conflict', current: application('theirs', 4) })
    assert.deepEqual(
      [other.state().is, other.state().conflict?.theirs.answers.address],
      ['conflict', 'theirs'],
    )
  })
  test('a submit that the person holds back is not sent again; an answer that still comes is taken', () => {
    const played = play()
      .type('A')
      .on({ type: 'confirmed' })
      .fail(0)
      .on({ type: 'timeUp' })
      .on({ type: 'heldBack' })
    assert.equal(played.state().is, 'unsaved')
    played.fail(0)
    assert.equal(played.state().is, 'unsaved')
    played.on({ type: 'submitAnswered', sent: { reference: 'R', receipt: {} as never } })
    assert.deepEqual([played.state().is, played.done().at(-1)], ['sent', { do: 'forget' }])
  })
  test('a save that is refused during the submit does not end the form', () => {
    const played = play().type('A').on({ type: 'saveNow' }).on({ type: 'confirmed' })
    played.on({ type: 'saveFailed', error: failure(409, { code: 'job_closed' }) })
    assert.deepEqual([played.state().is, played.state().over], ['sending', undefined])
  })
})
