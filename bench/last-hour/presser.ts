import { setTimeout as wait } from 'node:timers/promises'
import type { CallFailed } from '../../web/call.ts'
import type { ApplicationState, Event, Transition } from '../../web/job-applications/application-state.ts'
import { confirmed, failed, timeUp } from '../../web/job-applications/submission.ts'
import { isTemporary } from '../../web/sending/verdicts.ts'
import { openCaller, type CallResult } from './ask.ts'
import { callOf, type World } from './calls.ts'
import { runTask } from './generate.ts'

// A process that plays people who press Submit at given times. `pressed-in-time.ts` starts it.

export type PresserTask = {
  world: World
  /** The submits, each with the time at which its person presses Submit, in ms since 1970. */
  people: { submitNumber: number; pressAt: number }[]
  /** The time at which everyone gives up, in ms since 1970. */
  givesUpAt: number
}
export type Pressed = {
  submitNumber: number
  pressedAt: number
  /** By how many ms this process pressed Submit too late. */
  lagMs: number
  tries: number
  /** The answer to the first try, such as `503 with a ticket`, and its delay. */
  firstAnswer: string
  firstMs: number
  receivedAt: string | undefined
  reference: string | undefined
  endedAt: number
  /** The portal's final refusal: its status and sentence. */
  refusal: string | undefined
}

type Answered = {
  reference_number?: string
  message?: string
  received_at?: string
  ticket?: string
  code?: string
}

/** The state of the form for an application that is complete and saved, but not yet submitted. */
const savedApplication = (submitNumber: number) =>
  ({
    is: 'saved',
    key: `pressed-${submitNumber}`,
    version: 0,
    edition: 0,
    savedEdition: 0,
    unanswered: [],
    submitTries: 0,
    submitConflicts: 0,
  }) as unknown as ApplicationState

const failureOf = ({ status, retryAfterS }: CallResult, body: Answered): CallFailed =>
  Object.assign(new Error(), {
    status,
    body: body as CallFailed['body'],
    ...(retryAfterS === undefined ? {} : { retryAfter: retryAfterS }),
  })

/**
 * Plays one person who presses Submit in the form, over their own connection. The form's state machine
 * decides when to retry.
 */
async function press(
  world: World,
  { submitNumber, pressAt }: PresserTask['people'][number],
  givesUpAt: number,
): Promise<Pressed> {
  const call = callOf(world, 'submit', submitNumber)
  const { ask, close } = openCaller(world)
  await wait(pressAt - Date.now())
  const story: Pressed = {
    submitNumber,
    pressedAt: Date.now(),
    lagMs: Date.now() - pressAt,
    tries: 0,
    firstAnswer: '',
    firstMs: 0,
    receivedAt: undefined,
    reference: undefined,
    endedAt: 0,
    refusal: undefined,
  }
  let transition: Transition = confirmed(savedApplication(submitNumber))
  while (Date.now() < givesUpAt) {
    const pause = transition.effects.find((effect) => effect.do === 'wait')
    if (pause) {
      await wait(pause.ms)
      transition = timeUp(transition.state)
    }
    const { ticket } = transition.state
    const result = await ask(call, { headers: ticket ? { 'submit-ticket': ticket.tickets.join(', ') } : {} })
    const body = (result.body ? JSON.parse(result.body) : {}) as Answered
    story.tries++
    if (story.tries === 1) {
      story.firstAnswer = `${result.status}${body.ticket ? ' with a ticket' : ''}`
      story.firstMs = result.ms
    }
    story.receivedAt ??= body.received_at
    story.endedAt = Date.now()
    if (result.status === 200) {
      story.reference = body.reference_number
      break
    }
    const error = failureOf(result, body)
    if (!isTemporary(error)) {
      story.refusal = `${result.status} ${body.message}`
      break
    }
    transition = failed(transition.state, {
      type: 'submitFailed',
      error,
      body: String(call.body),
      now: Date.now(),
    } satisfies Extract<Event, { type: 'submitFailed' }>)
  }
  close()
  return story
}

if (process.argv[1] === import.meta.filename)
  await runTask(({ world, people, givesUpAt }: PresserTask) =>
    Promise.all(people.map((person) => press(world, person, givesUpAt))),
  )
