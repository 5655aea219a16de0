import { readSecrets } from '../server/secrets.ts'
import type { Db } from '../server/database/connect.ts'
import type { Portal as TestPortal } from '../tests/support/portal.ts'
import { lift } from '../tests/support/review.ts'
import { officer } from '../tests/support/staff.ts'
import { visitorAt } from '../tests/support/visitor.ts'
import type { Portal } from './portal.ts'

/** Asks as a signed-in officer; answers the milliseconds until all of it was read, and what it says. */
export type Ask = (path: string) => Promise<{ ms: number; json: Record<string, unknown> }>

/**
 * Officers who joined by invitation, with an authenticator app each, every one from a network of their own;
 * the first half sees names in `job`.
 */
export async function officersOf(
  portal: Pick<Portal, 'url' | 'dataDir'>,
  db: Db,
  { many, job }: { many: number; job: number },
): Promise<Ask[]> {
  const now = () => new Date()
  const testPortal = {
    deps: { db, secrets: readSecrets(portal.dataDir), now },
    visitor: () => visitorAt(portal.url),
    clock: { now },
  } as unknown as TestPortal
  const asks: Ask[] = []
  for (let index = 0; index < many; index++) {
    const benchOfficer = await officer(testPortal, 'recruiter', {
      email: `bench-officer${index}-${Date.now()}@iebc.example`,
    })
    if (index < many / 2) await lift(testPortal, benchOfficer, job)
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
