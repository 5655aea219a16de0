import { connect } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import { type Portal, startPortal } from './portal.ts'
import { compare, median } from './rounds.ts'
import { settle } from './settle.ts'
import type { Line } from './table.ts'

// One round more is thrown away: of the few, each person then has sent one application.
const ROUNDS = 9
const CALLS = 20
const EACH = 5
const SENT = 3
const SIZES = { few: 200, many: 200_000 }

type Call = { what: string; method: string; path: (it: Filled, at: number) => string; body?: (it: Filled, at: number) => unknown }

const personAt = (it: Filled, at: number) => (at * 7_919) % it.people
/** The application of that person for a job that is sent already, or for the last one, which is not. */
const sentOf = (it: Filled, at: number) => 1 + personAt(it, at)
const draftOf = (it: Filled, at: number) => 1 + (it.each - 1) * it.people + personAt(it, at)

const CALLED: Call[] = [
  { what: 'Dashboard', method: 'GET', path: () => '/api/dashboard/stats/' },
  { what: 'List', method: 'GET', path: () => '/api/job-applications/' },
  { what: 'Detail of what was sent', method: 'GET', path: (it, at) => `/api/job-applications/${sentOf(it, at)}/` },
  { what: 'Check', method: 'GET', path: (it) => `/api/job-applications/check/${it.firstJob}/` },
  {
    what: 'Submission',
    method: 'PUT',
    path: (it, at) => `/api/job-applications/update/${draftOf(it, at)}/`,
    body: (_, at) => ({ ...ANSWERS, idempotency_key: `k${at}` }),
  },
]

/** The middle time of the next calls of a kind, one at a time, in milliseconds. Each is made by another person. */
async function timeOf({ portal, filled }: Side, { what, method, path, body }: Call, from: number): Promise<number> {
  const times: number[] = []
  for (let at = from; at < from + CALLS; at++) {
    const headers = {
      authorization: `Token ${String(filled.firstPerson + personAt(filled, at)).padStart(TOKEN_LENGTH, '0')}`,
      'x-forwarded-for': `10.${at % 200}.1.1`,
      'content-type': 'application/json',
    }
    const began = performance.now()
    const answer = await fetch(portal.url + path(filled, at), { method, headers, ...(body ? { body: JSON.stringify(body(filled, at)) } : {}) })
    await answer.text()
    times.push(performance.now() - began)
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status}`)
  }
  return median(times)
}

type Side = { portal: Portal; filled: Filled }

async function open(people: number): Promise<Side> {
  const portal = await startPortal()
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillWithApplications(db, { people, each: EACH, sent: SENT })
    await settle(portal)
    return { portal, filled }
  } catch (error) {
    await portal.stop()
    throw error
  } finally {
    await db.close()
  }
}

/** What a call costs with a million applications of 200,000 people, against the same with a thousand: calls a second, one at a time. */
export async function million(): Promise<Line[]> {
  const few = await open(SIZES.few)
  const many = await open(SIZES.many).catch(async (error) => {
    await few.portal.stop()
    throw error
  })
  try {
    const lines: Line[] = []
    for (const call of CALLED) {
      const next = { few: 0, many: 0 }
      const perSecond = (side: 'few' | 'many') => async () => 1_000 / (await timeOf(side === 'few' ? few : many, call, (next[side] += CALLS) - CALLS))
      const measured = await compare(ROUNDS, perSecond('few'), perSecond('many'))
      lines.push({ what: `${call.what}, a million applications`, against: 'the same, a thousand', goal: 0.5, ...measured })
    }
    return lines
  } finally {
    await Promise.all([few.portal.stop(), many.portal.stop()])
  }
}
