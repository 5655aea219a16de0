import { readSecrets } from '../server/secrets.ts'
import type { Db } from '../server/database/connect.ts'
import type { Portal as TestPortal } from '../tests/support/portal.ts'
import { lift } from '../tests/support/review.ts'
import { officer } from '../tests/support/staff.ts'
import { visitorAt } from '../tests/support/visitor.ts'
import type { Portal } from './portal.ts'

/** Sends a GET request as one logged-in officer. `ms`: the time until the whole answer has arrived. */
export type Ask = (path: string) => Promise<{ ms: number; json: Record<string, unknown> }>

/**
 * Adds `count` officers by invitation. Each has an authenticator app and calls from their own network. The
 * first half have the right to see names in `job`.
 */
export async function addOfficers(
  portal: Pick<Portal, 'url' | 'dataDir'>,
  db: Db,
  { count, job }: { count: number; job: number },
): Promise<Ask[]> {
  const now = () => new Date()
  // Only the parts of a test portal that the functions `officer` and `lift` use.
  const testPortal = {
    deps: { db, secrets: readSecrets({ dataDir: portal.dataDir }), now },
    visitor: () => visitorAt(portal.url),
    clock: { now },
  } as unknown as TestPortal
  const asks: Ask[] = []
  for (let index = 0; index < count; index++) {
    const benchOfficer = await officer(testPortal, 'recruiter', {
      email: `bench-officer${index}-${Date.now()}@iebc.example`,
    })
    if (index < count / 2) await lift(testPortal, benchOfficer, job)
    const { visitor } = benchOfficer
    asks.push(async (path) => {
      const began = performance.now()
      const { status, json, text } = await visitor.get(path, { ip: `10.77.${index}.1` })
      if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text.slice(0, 200)}`)
      return { ms: performance.now() - began, json }
    })
  }
  return asks
}
