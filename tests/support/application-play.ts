import assert from 'node:assert/strict'
import { stateFrom, transition } from '../../web/job-applications/application-machine.ts'
import type {
  ApplicationState,
  Effect,
  Event,
  LocalCopy,
} from '../../web/job-applications/application-state.ts'
import { type Application, type Draft, draftFrom } from '../../web/job-applications/draft.ts'
import { submissionBody } from '../../web/job-applications/submission.ts'

// Plays the person and the server for the state machine of the application form.

export const SENT_TIME = '2026-11-24T11:02:00.000Z'
export const NOW = Date.parse(SENT_TIME)
/** The error of a failed call. Status 0: no answer came. `retryAfter` is in seconds. */
export const failure = (status: number, body: object = {}, retryAfter?: number) =>
  Object.assign(new Error('failed'), { status, body, ...(retryAfter ? { retryAfter } : {}) })

/** An application as the server sends it, with this address. */
export const application = (address: string, version: number): Application =>
  ({
    education: [],
    experience: [],
    referees: [],
    address,
    employment_number: '',
    huduma_centre: null,
    by_election_area: null,
    unfinished: null,
    documents: [],
    version,
    updated_at: SENT_TIME,
  }) as unknown as Application

/** What the form stores on the device beside the draft: its job, the profile and lists. */
export const context = {
  applicationId: 7,
  job: { id: 3, job_type_code: 'external', experience_required: true, min_referees: 1 },
  profile: {
    first_name: 'Ann',
    last_name: '',
    email: 'ann@example.ke',
    phone: '',
    idno: '',
    address: '',
    country: 'KE',
  },
  levels: [],
  places: [],
  documents: [],
} as unknown as LocalCopy['context']

/** The state of a form that has just opened, with a draft that the server has too. */
export const opened = (address = '', over: Partial<LocalCopy> = {}): ApplicationState => {
  const draft = draftFrom(application(address, 3))
  return stateFrom({
    draft,
    base: draft,
    version: 3,
    onServer: true,
    context,
    key: 'k',
    queued: false,
    ...over,
  })
}
export const withAddress = (draft: Draft, address: string): Draft => ({
  ...draft,
  answers: { ...draft.answers, address },
})

/**
 * Sends events to the state machine of the form. Collects the effects that it requests until `done` is
 * called.
 */
export function play(start = opened()) {
  let state = start
  let effects: Effect[] = []
  const player = {
    on: (event: Event) => {
      const next = transition(state, event)
      effects.push(...next.effects)
      state = next.state
      return player
    },
    type: (address: string) => player.on({ type: 'typed', draft: withAddress(state.draft, address) }),
    /** Answers the form's most recent save. */
    answerSave: () => {
      const save = effects.findLast((effect) => effect.do === 'save')
      assert.ok(save)
      return player.on({
        type: 'saveAnswered',
        draft: save.draft,
        edition: save.edition,
        version: save.version + 1,
        at: NOW,
      })
    },
    fail: (status: number, body: object = {}, retryAfter?: number) =>
      player.on({
        type: 'submitFailed',
        error: failure(status, body, retryAfter),
        body: JSON.stringify(submissionBody(state, NOW)),
        now: NOW,
      }),
    /** The server lacks a file that can never arrive. The deadline is in `msToDeadline` milliseconds. */
    lose: (msToDeadline: number) =>
      player.on({
        type: 'submitFailed',
        error: failure(409, { code: 'files_missing', received_at: SENT_TIME }),
        body: '{}',
        now: NOW,
        lost: { refused: { cv: 'Bad.' }, msToDeadline },
      }),
    state: () => state,
    done: () => {
      const done = effects
      effects = []
      return done
    },
  }
  return player
}
/** The kinds of the effects, such as `save` and `wait`. */
export const kinds = (effects: Effect[]) => effects.map((effect) => effect.do)
/** The pauses that the form requested, in milliseconds. */
export const waits = (effects: Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'wait' ? [effect.ms] : []))
/** The saves that the form requested: the address of each, and the version on which the save is based. */
export const saves = (effects: Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'save' ? [[effect.draft.answers.address, effect.version]] : []))
