import type { Line } from '../table.ts'
import { generate, runBeside } from './generate.ts'
import { at, atLeast, none, told } from './goals.ts'
import type { Answers, NeighboursReport, NeighboursTask } from './neighbours.ts'
import { formOf, inWorld } from './world.ts'

const FORM = formOf({
  smoke: { seconds: 10, patienceS: 60 },
  short: { seconds: 60, patienceS: 300 },
  full: { seconds: 60, patienceS: 300 },
})
const PER_SECOND = 60
const GUESSERS = { guessers: 5, guesses: 10 }
/** The run that warms the portal up: one that was never asked anything is slow at first. */
const WARM = { submits: 200, seconds: 5 }

const listed = (answers: Answers) =>
  Object.entries(answers)
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ') || 'none'
const refusedFor = (answers: Answers) =>
  Object.entries(answers)
    .filter(([what]) => what.startsWith('429'))
    .reduce((sum, [, count]) => sum + count, 0)

function linesOf(
  { lag, submits, logins, guesses, timedOut, withoutRetryAfter }: NeighboursReport,
  name: string,
): Line[] {
  const { endedMs } = submits
  console.error(
    `${name}: lag p99 ${lag.p99.toFixed(0)} most ${lag.most.toFixed(0)} ms
  submits: ${submits.offered}, first answers ${listed(submits.firsts)}; all ${listed(submits.all)}; ${submits.ticketed} with a ticket, ${submits.references} with a reference, after p50 ${at(endedMs, 0.5).toFixed(0)} p99 ${at(endedMs, 0.99).toFixed(0)} and at most ${at(endedMs, 1).toFixed(0)} ms
  logins: ${logins.offered}, first answers ${listed(logins.firsts)}; all ${listed(logins.all)}; in after p50 ${at(logins.endedMs, 0.5).toFixed(0)} p99 ${at(logins.endedMs, 0.99).toFixed(0)} and at most ${at(logins.endedMs, 1).toFixed(0)} ms
  guesses: ${listed(guesses)}; ${timedOut} gave up after 15 s, ${withoutRetryAfter} were not told when to come back`,
  )
  const against = `${submits.offered} submits and ${logins.offered} logins, ${name}`
  return [
    none(
      { what: 'Refused for the number of their neighbours', against },
      refusedFor(submits.all) + refusedFor(logins.all),
    ),
    atLeast(
      { what: 'Submits with a reference, of 1,000', against },
      1_000,
      (1_000 * submits.references) / submits.offered,
    ),
    atLeast(
      { what: 'Logins let in or in the line, of 1,000', against },
      1_000,
      (1_000 * (logins.loggedIn + logins.inLine)) / logins.offered,
    ),
    none(
      { what: 'Gave up waiting, or were not told when to come back', against },
      timedOut + withoutRetryAfter,
    ),
    told(
      { what: 'Logins let in at the first try, of 1,000', against },
      1_000,
      (1_000 * (logins.firsts['200'] ?? 0)) / logins.offered,
    ),
  ]
}

/**
 * Each with a portal of its own: what the first leaves behind, a line, would keep the second from the door.
 */
const run = (guessing: { guessers: number; guesses: number }) =>
  inWorld(WARM.submits * WARM.seconds + PER_SECOND * FORM.seconds, async ({ world }) => {
    const { next } = await generate({
      is: 'capacity',
      world,
      mix: { submit: 1, login: 1 },
      connections: 4,
      seconds: WARM.seconds,
      from: 0,
    })
    const task: NeighboursTask = {
      world,
      perSecond: PER_SECOND,
      seconds: FORM.seconds,
      ...guessing,
      from: next,
      patienceS: FORM.patienceS,
    }
    return runBeside<NeighboursReport>('neighbours.ts', task)
  })

/**
 * Nobody is refused for the number of their neighbours: a whole /24 submits and logs in, by itself and beside
 * addresses of it that guess passwords.
 */
export const oneNetwork = async (): Promise<Line[]> => [
  ...linesOf(await run({ guessers: 0, guesses: 0 }), 'behind 254 addresses of one /24'),
  ...linesOf(
    await run(GUESSERS),
    `the same, beside ${GUESSERS.guessers} of them that guess ${GUESSERS.guesses} passwords a second each`,
  ),
]
