import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { jobForSelection, roundOf } from './ceremony.ts'
import { nextMinute } from './accounts.ts'
import { good } from './decisions.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'
import { jobStaff } from './staff-jobs.ts'

/** A moment after the deadline of the jobs, when their selections may start. */
const CLOSED = new Date('2026-12-04T09:00:00Z')
const HOUR_MS = 3_600_000
/** Twenty throws of dice, as the officers type them. */
const DICE = '31415926535897932384'

type Observers = { name: string; commitment: string }[]

/** Closed jobs with five applications each, two officers, and the steps of their ceremonies. */
export async function ceremonyStaff(portal: Portal, jobCount: number) {
  const staff = await jobStaff(portal)
  const jobs: number[] = []
  for (let count = 0; count < jobCount; count++) {
    nextMinute()
    jobs.push(await jobForSelection(portal, staff))
  }
  portal.clock.set(CLOSED)
  /** New officers, because a session ends long before the beacon's round. */
  const freshOfficers = async (): Promise<[Officer, Officer]> => [
    await officer(portal, 'recruiter'),
    await officer(portal, 'approver'),
  ]
  let officers = await freshOfficers()
  const perform = (id: number, name: string, body: object, by: Officer = officers[0]) =>
    by.visitor.post(`/api/staff/jobs/${id}/selection/${name}`, body)
  const read = async (id: number) => good(await officers[1].visitor.get(`/api/staff/jobs/${id}/selection/`))
  return {
    jobs: staff,
    officers: () => officers,
    perform,
    read,
    /** A job that no other test uses. Its clock is at a moment when its selection may start. */
    job: async () => {
      nextMinute()
      portal.clock.set(CLOSED)
      officers = await freshOfficers()
      return jobs.pop() ?? 0
    },
    /** The time so many hours from now. */
    inHours: (hours: number) => new Date(portal.clock.now().getTime() + hours * HOUR_MS).toISOString(),
    /** Proposes a pool, and a worker builds it. Returns the reply to its approval by the second officer. */
    freeze: async (id: number, scheduled: string, observers: Observers = []) => {
      good(await perform(id, '', { at: scheduled, observers }))
      await advanceSelections(portal.deps)
      const { pool_digest: digest } = await read(id)
      return perform(id, 'approve/', { digest }, officers[1])
    },
    throwDice: async (id: number) => {
      for (const by of officers) good(await perform(id, 'dice/', { dice: DICE }, by))
    },
    abandon: async (id: number, reason: string) => {
      for (const by of officers) good(await perform(id, 'abandon/', { reason }, by))
    },
    /** Sets the clock, and returns officers who are logged in then. */
    officersAt: async (timeMs: number): Promise<[Officer, Officer]> => {
      portal.clock.set(new Date(timeMs))
      officers = await freshOfficers()
      return officers
    },
    /** Sets the clock to a moment after the beacon's round. */
    afterRound: async (id: number) => {
      const { round } = (await read(id)).ceremony
      portal.clock.set(new Date(Date.parse(round.at) + 5_000))
      officers = await freshOfficers()
    },
    giveBeacon: async (id: number) => {
      const { round } = (await read(id)).ceremony
      return perform(id, 'beacon/', { beacon: JSON.stringify(roundOf(round.number)) })
    },
    /** The ceremonies of a job as everyone reads them, newest first. */
    publicOnes: async (id: number) => {
      // The portal may repeat an answer of the last half minute.
      nextMinute()
      return good(await portal.visitor().get(`/api/selections/${id}/`)).selections
    },
  }
}
