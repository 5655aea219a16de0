import { setTimeout as wait } from 'node:timers/promises'
import { connect, sql } from '../../server/database/connect.ts'
import { COUNT as ACCOUNTS, fillWithAccounts, PASSWORD } from '../accounts.ts'
import { fillWithApplications } from '../applications.ts'
import { fillWithJobs } from '../jobs.ts'
import { startPortal } from '../portal.ts'
import { compare, ROUNDS } from '../rounds.ts'
import { settle } from '../settle.ts'
import type { Line } from '../table.ts'
import type { Kind, World } from './calls.ts'
import { digestOfSubmit } from './digest.ts'
import { generate } from './generate.ts'

const SECONDS = 3
/** Of sixteen who never pause many submits take 50 ms, and are answered with a ticket: that is no calm. */
const CALLERS = 8
const PEOPLE = 60_000
const WHAT: Partial<Record<Kind, string>> = {
  submit: 'Submissions',
  save: 'Partial saves',
  login: 'Logins',
  page: 'Cached pages',
}

async function open(at?: string) {
  const portal = await startPortal({ core: 0, ...(at === undefined ? {} : { at }) })
  const db = connect(portal.databaseUrl)
  await fillWithJobs(portal)
  await fillWithAccounts(portal)
  const filled = await fillWithApplications(db.patient(120), { people: PEOPLE, each: 2 })
  await settle(portal)
  const world: World = {
    url: portal.url,
    filled,
    accounts: ACCOUNTS,
    password: PASSWORD,
    digest: await digestOfSubmit(filled),
  }
  let [from, shedCount] = [0, 0]
  // Both share the core: what one still has to send would be taken from the other's round.
  const sendLetters = async () => {
    for (let second = 0; second < 60 && (await db.row(sql`select 1 from outbox limit 1`)); second++)
      await wait(1_000)
  }
  const perSecond = (kind: Kind) => async () => {
    const found = await generate({
      is: 'capacity',
      world,
      mix: { [kind]: 1 },
      connections: CALLERS,
      seconds: SECONDS,
      from,
    })
    from = found.next
    shedCount += found.shed
    await sendLetters()
    return found.perSecond
  }
  const stop = async () => {
    await db.close()
    await portal.stop()
  }
  return { perSecond, toldToWait: () => shedCount, stop }
}

/**
 * What all this costs while nobody storms: this portal against another build of it, named by `BENCH_AGAINST`,
 * in turn.
 */
export async function lastHourCalm(): Promise<Line[]> {
  const at = process.env.BENCH_AGAINST
  if (!at) throw new Error('BENCH_AGAINST must name the folder of another checkout, installed and built.')
  const [before, now] = [await open(at), await open()]
  try {
    const lines: Line[] = []
    for (const [kind, what] of Object.entries(WHAT) as [Kind, string][])
      lines.push({
        what: `${what}, in calm`,
        against: 'the portal before',
        goal: 0.93,
        ...(await compare(ROUNDS, before.perSecond(kind), now.perSecond(kind))),
      })
    console.error(`Told to come back: ${before.toldToWait()} before, ${now.toldToWait()} now`)
    return lines
  } finally {
    await before.stop()
    await now.stop()
  }
}
