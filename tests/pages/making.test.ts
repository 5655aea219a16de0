import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { builtPages } from '../../server/app.ts'
import { sql } from '../../server/database/connect.ts'
import { caller } from '../support/dribble.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// While the jobs are locked, each page that reads them is in the making for as long as the test wants.

let portal: Portal
let jobId: number | undefined
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  ;[jobId] = await postJobs(portal, {})
})
after(() => portal.close())

/** The connection closes with the answer, so that the test can wait until no connection is open. */
const page = (path: string) => fetch(portal.url + path, { headers: { connection: 'close' } })

/** Sets the job's deadline. Returns when the portal knows of the change, so that it drops no page later. */
const setDeadline = (deadline: Date) =>
  portal.db.run(sql`update jobs set expiry_date = ${deadline} where id = ${jobId}`)

/** Locks the jobs while `work` runs. `atWork` counts the statements of the portal that wait for them. */
async function whileLocked(work: (atWork: () => Promise<number>) => Promise<void>) {
  const atWork = async () =>
    (
      await portal.db.rows(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length
  await portal.db.tx(async (tx) => {
    await tx.run(sql`lock table jobs in access exclusive mode`)
    await work(atWork)
  })
}

test('D6: callers who leave do not free the places of their pages: no more pages are made at once than without them', async () => {
  await setDeadline(new Date(portal.clock.now().getTime() + 7_200_000))
  // The portal now knows the filters of the list, so a search does not have to read them.
  await page('/jobs?sort=newest')
  let words = 0
  const search = () => caller(portal.url, `GET /jobs?search=invented${++words} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const [slots, queue] = [3, 64]
  await whileLocked(async (atWork) => {
    const leavers = Array.from({ length: slots }, search)
    await until('their pages are made', atWork, (statements) => statements === slots)
    for (const { socket } of leavers) socket.destroy()
    const connections = () =>
      new Promise<number>((tell) => portal.server.getConnections((_error, count) => tell(count)))
    await until('they have left', connections, (open) => open === 0)
    // One more than the queue has places. That one is refused at once if the others wait.
    const others = Array.from({ length: queue + slots + 1 }, search)
    const refused = () => others.filter(({ received }) => received().startsWith('HTTP/1.1 503')).length
    await until(
      'the queue is full',
      async () => refused(),
      (count) => count > 0,
    )
    const inMaking = await atWork()
    assert.ok(inMaking <= slots, `${inMaking} pages`)
    for (const { socket } of others) socket.destroy()
  })
  assert.equal((await page('/jobs?search=afterwards')).status, 200)
})

test('a page that is still being made when the next minute starts is made again for the next caller: a job closes on time', async () => {
  const deadline = new Date(portal.clock.now().getTime() + 3_600_000)
  await setDeadline(deadline)
  portal.clock.set(new Date(deadline.getTime() - 100))
  let first: Promise<Response> | undefined
  await whileLocked(async (atWork) => {
    first = page(`/jobs/${jobId}`)
    await until('the page is made', atWork, (statements) => statements > 0)
    // The cache counts the time until the minute ends by a clock that the test cannot set.
    const minuteEnds = performance.now() + 100
    await until(
      'the minute ends',
      async () => performance.now(),
      (now) => now > minuteEnds,
    )
    portal.clock.set(new Date(deadline.getTime() + 100))
  })
  assert.equal((await first)?.status, 200)
  const closed = await (await page(`/jobs/${jobId}`)).text()
  assert.ok(closed.includes(`aria-label="${JOB_WORDS.expired}`))
})

test('a caller who is shed takes no page from the others: each who waits for the same page is admitted alone (last-hour#levels)', async () => {
  const admission = portal.deps.admission ?? assert.fail('no admission')
  const { admits } = admission
  let calls = 0
  admission.admits = () => ++calls > 1
  // A change of jobs drops the values of the filters, so all callers wait for one reading of them.
  await setDeadline(new Date(portal.clock.now().getTime() + 7_200_000))
  let answers: Promise<Response>[] = []
  await whileLocked(async (atWork) => {
    answers = Array.from({ length: 3 }, () => page('/jobs?sort=posts&include_expired=1'))
    await until('the filters are read', atWork, (statements) => statements > 0)
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  admission.admits = admits
  assert.deepEqual(
    statuses.toSorted((left, right) => left - right),
    [200, 200, 503],
  )
})
