import { flagsOf } from '#contract/application-rules.ts'
import { SUBMIT_WORDS } from '#contract/application-words.ts'
import { nairobiDate } from '#contract/dates.ts'
import { STORED } from '#contract/limits.ts'
import type { Receipt } from '#contract/job-applications.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { call } from '../api.ts'
import { type CallFailed, isCallFailed } from '../call.ts'
import { clearChosenJob } from '../session/chosen-job.ts'
import { currentSession, serverNow } from '../session/session.ts'
import { identityOf } from './around.ts'
import { type Desk, keepProfile } from './desk.ts'
import { type Application, sentAnswers } from './draft.ts'

export type Sent = { reference: string | null; receipt: Receipt }
/** Where the submission stands. `waiting`: confirmed, and sent by itself as soon as the server is in reach. */
export type Submission = { is: 'not yet' } | { is: 'sending' } | { is: 'waiting' } | { is: 'failed'; sentence: string } | ({ is: 'sent' } & Sent)

const PAUSES_MS = [2_000, 4_000, 8_000, 15_000]
const LONGEST_MS = 30_000
const MOST_CONFLICTS = 5

/** Nothing was heard, or the server said "in a moment": the same again, with the same key, is right. */
const isPassing = ({ status }: CallFailed) => [0, 429, 502, 503, 504].includes(status)

/** S2 §8, Submit. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof Error && !isCallFailed(error)) return error.message || SUBMIT_WORDS.failed
  const { status, body } = error as CallFailed
  if (body.message === REFUSALS.already_applied.message) return SUBMIT_WORDS.alreadyCompleted
  return body.message || (status ? SUBMIT_WORDS.failedWith(status) : SUBMIT_WORDS.failed)
}

const hasToken = () => {
  try {
    return localStorage.getItem(STORED.token) !== null
  } catch {
    return currentSession().state === 'in'
  }
}

async function check(job: number) {
  try {
    return await call('GET /api/job-applications/check/{id}/', { params: { id: job } })
  } catch (error) {
    if (isCallFailed(error) && !isPassing(error) && error.status !== 401) throw new Error(SUBMIT_WORDS.checkFailed)
    throw error
  }
}

/** One try: how the application stands, what is not saved yet, then the application itself. @throws CallFailed */
async function send(desk: Desk): Promise<Sent> {
  const { keeper } = desk
  const { job } = desk.beside().around
  const { is_completed, application_id } = await check(job.id)
  if (!is_completed) {
    await keepProfile(desk)
    await keeper.flush()
  }
  const { around, key } = desk.beside()
  const { draft, version } = keeper.standing()
  const flags = flagsOf(identityOf(around.profile, draft), draft.answers, job, nairobiDate(new Date(serverNow())))
  const body = { job_id: job.id, ...flags, ...sentAnswers(draft.answers), ...(is_completed ? {} : { version }), idempotency_key: key }
  // S2 §4: the create call where no application exists, else the update call; both finish alike (W10).
  const reply = application_id
    ? await call('PUT /api/job-applications/update/{id}/', { params: { id: application_id }, body })
    : await call('POST /api/job-applications/submit/', { body })
  if (!reply.is_completed) throw new Error(SUBMIT_WORDS.failed)
  return { reference: reply.reference_number, receipt: reply.receipt }
}

/** Sends the application once, however often it has to be tried (R3); `resume` goes on after a reload. */
export function openSubmitter(desk: Desk) {
  let submission: Submission = { is: 'not yet' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let conflicts = 0
  let busy = false
  const listeners = new Set<() => void>()
  const tell = (next: Submission) => {
    submission = next
    for (const listener of listeners) listener()
  }
  const giveUp = (next: Submission) => {
    desk.lay({ queued: false })
    tell(next)
  }
  const again = (ms: number) => {
    timer = setTimeout(() => void attempt(), ms)
  }

  const failed = (error: unknown) => {
    if (isCallFailed(error) && error.status === 401) return tell({ is: 'not yet' })
    if (isCallFailed(error) && isPassing(error)) {
      again(Math.max(PAUSES_MS[tries++] ?? LONGEST_MS, (error.retryAfter ?? 0) * 1_000))
      if (error.status === 0) tell({ is: 'waiting' })
      return
    }
    if (isCallFailed(error) && error.body.code === 'conflict' && conflicts++ < MOST_CONFLICTS) {
      const { current } = error.body as { current?: Application }
      if (current) desk.keeper.meet(current)
      // Another version stands in the way: the person chooses first. An older one of our own does not.
      if (desk.keeper.snapshot().conflict) giveUp({ is: 'not yet' })
      else again(0)
      return
    }
    giveUp({ is: 'failed', sentence: sentenceOf(error) })
  }

  const attempt = async () => {
    clearTimeout(timer)
    if (busy || !desk.beside().queued) return
    if (!hasToken()) return giveUp({ is: 'failed', sentence: SUBMIT_WORDS.noToken })
    busy = true
    if (submission.is !== 'waiting') tell({ is: 'sending' })
    try {
      const sent = await send(desk)
      clearChosenJob()
      await desk.finish()
      tell({ is: 'sent', ...sent })
    } catch (error) {
      failed(error)
    }
    busy = false
  }

  return {
    snapshot: () => submission,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Confirmed: from now on it is sent by itself, also after a reload. */
    submit: () => {
      tries = conflicts = 0
      desk.lay({ queued: true })
      void attempt()
    },
    /** Not to be sent by itself after all. */
    holdBack: () => {
      clearTimeout(timer)
      giveUp({ is: 'not yet' })
    },
    /** Goes on with what was confirmed before. Returns how to stop. */
    resume: () => {
      void attempt()
      const back = () => void attempt()
      addEventListener('online', back)
      return () => {
        removeEventListener('online', back)
        clearTimeout(timer)
      }
    },
  }
}
export type Submitter = ReturnType<typeof openSubmitter>
