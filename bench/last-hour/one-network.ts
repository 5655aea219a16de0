import type { TableRow } from '../table.ts'
import { generate, runBeside } from './generate.ts'
import { percentile, atLeast, mustBeZero, forInformation } from './goals.ts'
import type { Answers, NeighboursReport, NeighboursTask } from './neighbours.ts'
import { settingsOfRun, inWorld } from './world.ts'

const SETTINGS = settingsOfRun({
  smoke: { seconds: 10, patienceS: 60 },
  short: { seconds: 60, patienceS: 300 },
  full: { seconds: 60, patienceS: 300 },
})
const PER_SECOND = 60
const GUESSERS = { guessers: 5, guessesPerSecond: 10 }
/**
 * The first calls of a new portal are slow. So calls whose times are dropped warm the portal up. They submit
 * for at most this many people a second.
 */
const WARM = { peoplePerSecond: 200, seconds: 5 }

const listed = (answers: Answers) =>
  Object.entries(answers)
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ') || 'none'
/** Status 429: the portal refused too many calls from one network. */
const countRefused = (answers: Answers) =>
  Object.entries(answers)
    .filter(([what]) => what.startsWith('429'))
    .reduce((sum, [, count]) => sum + count, 0)

function linesOf(
  { lag, submits, logins, guesses, timedOut, withoutRetryAfter }: NeighboursReport,
  name: string,
): TableRow[] {
  const { endedMs } = submits
  console.error(
    `${name}: lag p99 ${lag.p99.toFixed(0)} most ${lag.most.toFixed(0)} ms
  submits: ${submits.offered}, first answers ${listed(submits.firsts)}; all ${listed(submits.all)}; ${submits.ticketed} with a ticket, ${submits.references} with a reference, after p50 ${percentile(endedMs, 0.5).toFixed(0)} p99 ${percentile(endedMs, 0.99).toFixed(0)} and at most ${percentile(endedMs, 1).toFixed(0)} ms
  logins: ${logins.offered}, first answers ${listed(logins.firsts)}; all ${listed(logins.all)}; in after p50 ${percentile(logins.endedMs, 0.5).toFixed(0)} p99 ${percentile(logins.endedMs, 0.99).toFixed(0)} and at most ${percentile(logins.endedMs, 1).toFixed(0)} ms
  guesses: ${listed(guesses)}; ${timedOut} gave up after 15 s, ${withoutRetryAfter} were not told when to come back`,
  )
  const against = `${submits.offered} submits and ${logins.offered} logins, ${name}`
  return [
    mustBeZero(
      { what: 'Refused for the number of their neighbours', against },
      countRefused(submits.all) + countRefused(logins.all),
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
    mustBeZero(
      { what: 'Gave up waiting, or were not told when to come back', against },
      timedOut + withoutRetryAfter,
    ),
    forInformation(
      { what: 'Logins let in at the first try, of 1,000', against },
      1_000,
      (1_000 * (logins.firsts['200'] ?? 0)) / logins.offered,
    ),
  ]
}

/** Each run has its own portal. The line that the first run opens would stop the logins of the second. */
const run = (guessing: { guessers: number; guessesPerSecond: number }) =>
  inWorld(WARM.peoplePerSecond * WARM.seconds + PER_SECOND * SETTINGS.seconds, async ({ world }) => {
    const { next } = await generate({
      mode: 'capacity',
      world,
      mix: { submit: 1, login: 1 },
      connections: 4,
      seconds: WARM.seconds,
      firstSubmit: 0,
    })
    const task: NeighboursTask = {
      world,
      perSecond: PER_SECOND,
      seconds: SETTINGS.seconds,
      ...guessing,
      firstSubmit: next,
      patienceS: SETTINGS.patienceS,
    }
    return runBeside<NeighboursReport>('neighbours.ts', task)
  })

/**
 * Shows that no one is refused because many people share a network. A whole /24 submits and logs in, first
 * alone, and then while some of its addresses guess passwords.
 */
export const oneNetwork = async (): Promise<TableRow[]> => [
  ...linesOf(await run({ guessers: 0, guessesPerSecond: 0 }), 'behind 254 addresses of one /24'),
  ...linesOf(
    await run(GUESSERS),
    `the same, beside ${GUESSERS.guessers} of them that guess ${GUESSERS.guessesPerSecond} passwords a second each`,
  ),
]
