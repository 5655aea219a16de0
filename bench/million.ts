import { connect } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import { type Portal, startPortal } from './portal.ts'
import { compare, median } from './rounds.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

// One round more is thrown away: of the few, each person then has sent one application.
const ROUNDS = 9
const CALLS = 20
const EACH = 5
const SENT = 3
const SIZES = { few: 200, many: 200_000 }

type Call = {
  what: string
  method: string
  path: (filled: Filled, position: number) => string
  body?: (filled: Filled, position: number) => unknown
}

const personAt = (filled: Filled, position: number) => (position * 7_919) % filled.people
/** The application of that person for a job that is sent already, or for the last one, which is not. */
const sentOf = (filled: Filled, position: number) => 1 + personAt(filled, position)
const draftOf = (filled: Filled, position: number) =>
  1 + (filled.each - 1) * filled.people + personAt(filled, position)

const CALLED: Call[] = [
  { what: 'Dashboard', method: 'GET', path: () => '/api/dashboard/stats/' },
  { what: 'List', method: 'GET', path: () => '/api/job-applications/' },
  {
    what: 'Detail of what was sent',
    method: 'GET',
    path: (filled, position) => `/api/job-applications/${sentOf(filled, position)}/`,
  },
  { what: 'Check', method: 'GET', path: (filled) => `/api/job-applications/check/${filled.firstJob}/` },
  {
    what: 'Submission',
    method: 'PUT',
    path: (filled, position) => `/api/job-applications/update/${draftOf(filled, position)}/`,
    body: (_, position) => ({ ...ANSWERS, idempotency_key: `k${position}` }),
  },
]

/**
 * The middle time of the next calls of a kind, one at a time, in milliseconds. Each is made by another
 * person.
 */
async function timeOf(
  { portal, filled }: Side,
  { what, method, path, body }: Call,
  from: number,
): Promise<number> {
  const times: number[] = []
  for (let index = from; index < from + CALLS; index++) {
    const headers = {
      authorization: `Token ${String(filled.firstPerson + personAt(filled, index)).padStart(TOKEN_LENGTH, '0')}`,
      'x-forwarded-for': `10.${index % 200}.1.1`,
      'content-type': 'application/json',
    }
    const began = performance.now()
    const answer = await fetch(portal.url + path(filled, index), {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body(filled, index)) } : {}),
    })
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

/**
 * What a call costs with a million applications of 200,000 people, against the same with a thousand: calls a
 * second, one at a time.
 */
export async function million(): Promise<TableRow[]> {
  const few = await open(SIZES.few)
  const many = await open(SIZES.many).catch(async (error) => {
    await few.portal.stop()
    throw error
  })
  try {
    const lines: TableRow[] = []
    for (const call of CALLED) {
      const next = { few: 0, many: 0 }
      const perSecond = (side: 'few' | 'many') => async () =>
        1_000 / (await timeOf(side === 'few' ? few : many, call, (next[side] += CALLS) - CALLS))
      const measured = await compare(ROUNDS, perSecond('few'), perSecond('many'))
      lines.push({
        what: `${call.what}, a million applications`,
        against: 'the same, a thousand',
        goal: 0.5,
        ...measured,
      })
    }
    return lines
  } finally {
    await Promise.all([few.portal.stop(), many.portal.stop()])
  }
}
