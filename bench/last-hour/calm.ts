import { setTimeout as wait } from 'node:timers/promises'
import { connect, sql } from '../../server/database/connect.ts'
import { ACCOUNT_COUNT, fillWithAccounts, PASSWORD } from '../accounts.ts'
import { fillWithApplications } from '../applications.ts'
import { fillWithJobs } from '../jobs.ts'
import { startPortal } from '../portal.ts'
import { compare, ROUNDS } from '../rounds.ts'
import { settle } from '../settle.ts'
import type { TableRow } from '../table.ts'
import type { Kind, World } from './calls.ts'
import { digestOfSubmit } from './digest.ts'
import { generate } from './generate.ts'

const SECONDS = 3
/** With sixteen callers, many submits take 50 ms and get a ticket to retry. That is not calm any more. */
const CALLERS = 8
const PEOPLE = 60_000
const MAX_WAIT_S = 60
const MEASURED_KINDS: Partial<Record<Kind, string>> = {
  submit: 'Submissions',
  save: 'Partial saves',
  login: 'Logins',
  page: 'Cached pages',
}

/** Starts a portal from this checkout or another one, and fills its database. */
async function openPortal(checkout?: string) {
  const portal = await startPortal({ core: 0, ...(checkout === undefined ? {} : { checkout }) })
  const db = connect(portal.databaseUrl)
  await fillWithJobs(portal)
  await fillWithAccounts(portal)
  const filled = await fillWithApplications(db.patient(120), { people: PEOPLE, each: 2 })
  await settle(portal)
  const world: World = {
    url: portal.url,
    filled,
    accounts: ACCOUNT_COUNT,
    password: PASSWORD,
    digest: await digestOfSubmit(filled),
  }
  // Each person submits once, so every round starts with the number after the last round.
  let firstSubmit = 0
  let shedCount = 0
  // Both portals share one core, so emails that one still sends would slow down the other.
  const waitForEmails = async () => {
    for (let second = 0; second < MAX_WAIT_S && (await db.row(sql`select 1 from outbox limit 1`)); second++)
      await wait(1_000)
  }
  const perSecond = (kind: Kind) => async () => {
    const measured = await generate({
      mode: 'capacity',
      world,
      mix: { [kind]: 1 },
      connections: CALLERS,
      seconds: SECONDS,
      firstSubmit,
    })
    firstSubmit = measured.next
    shedCount += measured.shed
    await waitForEmails()
    return measured.perSecond
  }
  const stop = async () => {
    await db.close()
    await portal.stop()
  }
  return { perSecond, shedTotal: () => shedCount, stop }
}

/**
 * Measures how much the code for the last hour costs in calm hours. Alternating rounds compare this portal
 * with the build in `BENCH_AGAINST`.
 */
export async function lastHourCalm(): Promise<TableRow[]> {
  const otherCheckout = process.env.BENCH_AGAINST
  if (!otherCheckout)
    throw new Error('BENCH_AGAINST must name the folder of another checkout, installed and built.')
  const before = await openPortal(otherCheckout)
  const now = await openPortal()
  try {
    const lines: TableRow[] = []
    for (const [kind, what] of Object.entries(MEASURED_KINDS) as [Kind, string][])
      lines.push({
        what: `${what}, in calm`,
        against: 'the portal before',
        goal: 0.93,
        ...(await compare(ROUNDS, before.perSecond(kind), now.perSecond(kind))),
      })
    console.error(`Told to come back: ${before.shedTotal()} before, ${now.shedTotal()} now`)
    return lines
  } finally {
    await before.stop()
    await now.stop()
  }
}
