import { connect } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import { type Portal, startPortal } from './portal.ts'
import { compare, median } from './rounds.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

// With the dropped warm-up round, this makes 200 submits: one for each person of the small portal.
const ROUNDS = 9
const CALLS_PER_ROUND = 20
const APPLICATIONS_PER_PERSON = 5
/** How many of each person's applications are already submitted. */
const SUBMITTED_PER_PERSON = 3
const PEOPLE = { few: 200, many: 200_000 }

/** A kind of call. `position`, a call's number in the sequence, decides its person, its path and its body. */
type Call = {
  what: string
  method: string
  path: (filled: Filled, position: number) => string
  body?: (filled: Filled, position: number) => unknown
}

/** Mixes the people: each calls once before anyone calls again, because 7,919 is prime. */
const personAt = (filled: Filled, position: number) => (position * 7_919) % filled.people
/** The ids of two applications of a person: the first, which is submitted, and the last, a draft. */
const sentOf = (filled: Filled, position: number) => 1 + personAt(filled, position)
const draftOf = (filled: Filled, position: number) =>
  1 + (filled.each - 1) * filled.people + personAt(filled, position)

const CALLS: Call[] = [
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

/** The median duration of the next calls of a kind, in ms. They run one by one, each from another person. */
async function medianMs(
  { portal, filled }: Side,
  { what, method, path, body }: Call,
  from: number,
): Promise<number> {
  const times: number[] = []
  for (let index = from; index < from + CALLS_PER_ROUND; index++) {
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

/** A portal with few or with many people, and the data that the bench added to it. */
type Side = { portal: Portal; filled: Filled }

/** Starts a portal and adds this many people and their applications. */
async function openPortal(people: number): Promise<Side> {
  const portal = await startPortal()
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillWithApplications(db, {
      people,
      each: APPLICATIONS_PER_PERSON,
      sent: SUBMITTED_PER_PERSON,
    })
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
 * Compares calls a second in a portal with a million applications of 200,000 people and in one with a
 * thousand.
 */
export async function million(): Promise<TableRow[]> {
  const few = await openPortal(PEOPLE.few)
  const many = await openPortal(PEOPLE.many).catch(async (error) => {
    await few.portal.stop()
    throw error
  })
  try {
    const lines: TableRow[] = []
    for (const call of CALLS) {
      const next = { few: 0, many: 0 }
      const perSecond = (side: 'few' | 'many') => async () => {
        const from = next[side]
        next[side] += CALLS_PER_ROUND
        return 1_000 / (await medianMs(side === 'few' ? few : many, call, from))
      }
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
