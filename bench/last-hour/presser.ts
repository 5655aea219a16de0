import { setTimeout as wait } from 'node:timers/promises'
import type { CallFailed } from '../../web/call.ts'
import type { ApplicationState, Event, Step } from '../../web/job-applications/application-state.ts'
import { confirmed, failed, timeUp } from '../../web/job-applications/submission.ts'
import { isTemporary } from '../../web/sending/verdicts.ts'
import { caller, type Heard } from './ask.ts'
import { callOf, type World } from './calls.ts'
import { answer } from './generate.ts'

export type PresserTask = {
  world: World
  /** Which of the people, and when each of them presses, in ms of the wall clock. */
  people: { n: number; at: number }[]
  /** Until then they try again. */
  until: number
}
export type Pressed = {
  n: number
  pressedAt: number
  /** How long after they were to. */
  lagMs: number
  tries: number
  /** What the first try heard, and after how long. */
  first: string
  firstMs: number
  receivedAt: string | undefined
  reference: string | undefined
  endedAt: number
  /** Why it is not submitted. */
  refused: string | undefined
}

type Answered = {
  reference_number?: string
  message?: string
  received_at?: string
  ticket?: string
  code?: string
}

const fresh = (n: number) =>
  ({
    is: 'saved',
    key: `pressed-${n}`,
    version: 0,
    edition: 0,
    savedEdition: 0,
    unanswered: [],
    submitTries: 0,
    submitConflicts: 0,
  }) as unknown as ApplicationState

const failureOf = ({ status, retryAfter }: Heard, body: Answered): CallFailed =>
  Object.assign(new Error(), {
    status,
    body: body as CallFailed['body'],
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })

/** One person at the wizard's last step: what its own states say is done, over a connection of their own. */
async function press(
  world: World,
  { n, at }: PresserTask['people'][number],
  until: number,
): Promise<Pressed> {
  const call = callOf(world, 'submit', n)
  const { ask, close } = caller(world)
  await wait(at - Date.now())
  const story: Pressed = {
    n,
    pressedAt: Date.now(),
    lagMs: Date.now() - at,
    tries: 0,
    first: '',
    firstMs: 0,
    receivedAt: undefined,
    reference: undefined,
    endedAt: 0,
    refused: undefined,
  }
  let step: Step = confirmed(fresh(n))
  while (Date.now() < until) {
    const pause = step.effects.find((effect) => effect.do === 'wait')
    if (pause) {
      await wait(pause.ms)
      step = timeUp(step.state)
    }
    const { ticket } = step.state
    const heard = await ask(call, { headers: ticket ? { 'submit-ticket': ticket.tickets.join(', ') } : {} })
    const body = (heard.body ? JSON.parse(heard.body) : {}) as Answered
    story.tries++
    if (story.tries === 1) {
      story.first = `${heard.status}${body.ticket ? ' with a ticket' : ''}`
      story.firstMs = heard.ms
    }
    story.receivedAt ??= body.received_at
    story.endedAt = Date.now()
    if (heard.status === 200) {
      story.reference = body.reference_number
      break
    }
    const error = failureOf(heard, body)
    if (!isTemporary(error)) {
      story.refused = `${heard.status} ${body.message}`
      break
    }
    step = failed(step.state, {
      type: 'failed',
      error,
      body: String(call.body),
      now: Date.now(),
    } satisfies Extract<Event, { type: 'failed' }>)
  }
  close()
  return story
}

if (process.argv[1] === import.meta.filename)
  await answer(({ world, people, until }: PresserTask) =>
    Promise.all(people.map((person) => press(world, person, until))),
  )
