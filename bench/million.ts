import { connect } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import { startPortal } from './portal.ts'
import { median } from './rounds.ts'
import type { Line } from './table.ts'

const CALLS = 400
const EACH = 5
const SENT = 3
const SIZES = { few: 200, many: 200_000 }

type Call = { what: string; method: string; path: (it: Filled, at: number) => string; body?: (it: Filled, at: number) => unknown }

const personAt = (it: Filled, at: number) => (at * 7_919) % it.people
/** The application of that person for a job that is sent already, or for the last one, which is not. */
const sentOf = (it: Filled, at: number) => 1 + personAt(it, at)
const draftOf = (it: Filled, at: number) => 1 + (it.each - 1) * it.people + personAt(it, at)

const WARM_UP: Call = { what: 'Dashboard', method: 'GET', path: () => '/api/dashboard/stats/' }
const CALLED: Call[] = [
  WARM_UP,
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

/** The middle time of a call, in milliseconds, one at a time. */
async function timeOf(url: string, it: Filled, { what, method, path, body }: Call): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < Math.min(CALLS, it.people); at++) {
    const headers = {
      authorization: `Token ${String(it.firstPerson + personAt(it, at)).padStart(TOKEN_LENGTH, '0')}`,
      'x-forwarded-for': `10.${at % 200}.1.1`,
      'content-type': 'application/json',
    }
    const began = performance.now()
    const answer = await fetch(url + path(it, at), { method, headers, ...(body ? { body: JSON.stringify(body(it, at)) } : {}) })
    await answer.text()
    times.push(performance.now() - began)
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status}`)
  }
  return median(times)
}

async function timesWith(people: number): Promise<Map<string, number>> {
  const portal = await startPortal()
  const db = connect(portal.databaseUrl)
  try {
    const it = await fillWithApplications(db, { people, each: EACH, sent: SENT })
    const times = new Map<string, number>()
    for (const call of CALLED) {
      await timeOf(portal.url, { ...it, people: Math.min(50, it.people) }, call.method === 'PUT' ? WARM_UP : call)
      times.set(call.what, await timeOf(portal.url, it, call))
    }
    return times
  } finally {
    await db.close()
    await portal.stop()
  }
}

/** What a call costs with a million applications of 200,000 people, against the same with a thousand: calls a second, one at a time. */
export async function million(): Promise<Line[]> {
  const few = await timesWith(SIZES.few)
  const many = await timesWith(SIZES.many)
  return CALLED.map(({ what }) => {
    const [limit, product] = [1_000 / (few.get(what) ?? 0), 1_000 / (many.get(what) ?? 0)]
    const ratio = product / limit
    return { what: `${what}, a million applications`, against: 'the same, a thousand', goal: 0.5, limit, product, ratio, lowest: ratio, highest: ratio }
  })
}
