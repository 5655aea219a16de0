import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { SUBMIT } from '../support/answers.ts'
import { meanwhile, skip, type WatchedPortal, watchedPortal } from './watched-portal.ts'

// A portal with more calls than it can answer raises an alarm in a real Prometheus within a minute (R17).
// Each test causes a fault, waits for its alerts, ends the fault and waits until they end.

let watched: WatchedPortal

before(async () => {
  if (skip) return
  // Fewer database connections than calls at a time, so that calls wait for connections.
  watched = await watchedPortal({ CALLS_AT_ONCE: '64' })
})
after(async () => {
  if (!skip) await watched.close()
})

const raised = (...alerts: string[]) => watched.prometheus.raised(...alerts)
const ended = (...alerts: string[]) => watched.prometheus.ended(...alerts)

describe('R17 too many calls raise an alarm within a minute, and the alarm ends within two', { skip }, () => {
  test('calls wait for connections, and submits are shed', { timeout: 240_000 }, async () => {
    const owner = new pg.Client({ connectionString: watched.folder.databaseUrl() })
    await owner.connect()
    // Lock the tables for which every call with a session token waits.
    await owner.query('begin; lock table users, sessions in access exclusive mode')
    const token = `Token ${'x'.repeat(43)}`
    let [caller, isOver] = [0, false]
    const keepAsking = async (path: string, body?: string) => {
      while (!isOver) {
        const from = `10.${caller % 90}.${++caller % 250}.${caller % 200}`
        await watched.ask(path, { authorization: token, 'x-forwarded-for': from }, body)
      }
    }
    const callers = Promise.all([
      ...Array.from({ length: 60 }, () => keepAsking('/api/notifications/')),
      ...Array.from({ length: 120 }, () => keepAsking(SUBMIT, '{"job_id":1}')),
    ])
    const alerts = ['PortalConnectionsExhausted', 'PortalSheddingSubmits', 'PortalQueueing']
    await raised(...alerts).finally(async () => {
      isOver = true
      await owner.query('rollback')
      await owner.end()
    })
    await callers
    await ended(...alerts)
  })
  test('the process lacks processor time', { timeout: 200_000 }, async () => {
    await meanwhile(
      // Let the process run for only 250 of each 650 ms.
      async () => {
        process.kill(watched.portal().pid, 'SIGSTOP')
        await wait(400)
        process.kill(watched.portal().pid, 'SIGCONT')
        await wait(250)
      },
      () => raised('PortalEventLoopBlocked'),
    )
    await ended('PortalEventLoopBlocked')
  })
  test('the portal reduces its work', { timeout: 200_000 }, async () => {
    // Set the load level repeatedly, because the portal lowers a level that its load does not justify.
    const raiseLevel = () =>
      watched.db.run(sql`update brownout set level = 4, level_at = now(), version = version + 1`)
    await meanwhile(
      () =>
        Promise.all([raiseLevel(), watched.ask('/api/jobs/list/'), watched.ask('/api/job-types/')]).then(() =>
          wait(100),
        ),
      () => raised('PortalBrownout', 'PortalSheddingCalls'),
    ).finally(() => watched.db.run(sql`update brownout set level = 0, version = version + 1`))
    await ended('PortalBrownout', 'PortalSheddingCalls')
  })
})
