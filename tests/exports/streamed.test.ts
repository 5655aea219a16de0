import assert from 'node:assert/strict'
import http from 'node:http'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_WORDS } from '#contract/exports/words.ts'
import type { Db } from '../../server/database/connect.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { type Officer, officer } from '../support/staff.ts'

// A file of applications is sent page by page, while it is read from the database.

const PAGES = 3
let portal: Portal
let recruiter: Officer
let job: number
/** The real function that gives database statements more time. Exports read their pages with it. */
let patient: Db['patient']
before(async () => {
  portal = await openPortal()
  recruiter = await officer(portal, 'recruiter')
  ;[job = 0] = await postJobs(portal, {})
  await sendCrowd(portal, job, ...Array.from({ length: EXPORTS.pageRows * (PAGES - 1) + 5 }, () => ({})))
  patient = portal.deps.db.patient
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
afterEach(() => void (portal.deps.db.patient = patient))
after(() => portal.close())

/**
 * Calls `before` with a page's number before an export reads that page. Returns the count of pages so far.
 */
function watchPages(before: (page: number) => Promise<void>) {
  const progress = { pages: 0 }
  portal.deps.db.patient = (seconds) => {
    const db = patient(seconds)
    return {
      ...db,
      tx: async (work) => {
        await before(++progress.pages)
        return db.tx(work)
      },
    }
  }
  return progress
}
const path = (format: string) => `/api/staff/jobs/${job}/exports/file/?format=${format}`
const cookie = () => [...recruiter.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const ask = (format: string, method = 'GET') =>
  new Promise<{ request: http.ClientRequest; answer: http.IncomingMessage }>((resolve, reject) => {
    const request = http.request(
      portal.url + path(format),
      { method, agent: false, headers: { cookie: cookie() } },
      (answer) => resolve({ request, answer }),
    )
    request.on('error', reject).end()
  })
/** How many connections to this database are running a statement. */
const busyConnections = () =>
  portal.db.row<{ n: number }>(
    sql`select count(*) as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  )

for (const format of ['csv', 'xlsx']) {
  test(`${format}: the head of the file comes before its first page is read`, async () => {
    const held = Promise.withResolvers<void>()
    const progress = watchPages(() => held.promise)
    const { answer } = await ask(format)
    const first: Buffer = await new Promise((done) => answer.once('data', done))
    assert.ok(first.length > 0)
    await until(
      'the first page is asked for',
      async () => progress.pages,
      (pages) => pages === 1,
    )
    held.resolve()
    await new Promise((done) => answer.resume().once('end', done))
    assert.equal(progress.pages, PAGES)
  })
  test(`${format}: when the caller leaves in the middle, no further page is read, and no database connection stays busy`, async () => {
    const held = Promise.withResolvers<void>()
    const progress = watchPages((page) => (page === 2 ? held.promise : Promise.resolve()))
    const { request, answer } = await ask(format)
    answer.on('error', () => {}).resume()
    await until(
      'the second page is asked for',
      async () => progress.pages,
      (pages) => pages === 2,
    )
    // Waits until the server has one connection fewer than now.
    const left = new Promise((done) =>
      portal.server.getConnections((_, before) =>
        until(
          'they have left',
          () => connections(),
          (now) => now < before,
        ).then(done),
      ),
    )
    request.destroy()
    await left
    held.resolve()
    await until(
      'nothing is at work in the database',
      async () => (await busyConnections())?.n,
      (n) => n === 0,
    )
    assert.equal(progress.pages, 2)
  })
  test(`${format}: an error in the middle breaks the download off and is logged, so that half a file is not taken for a whole one`, async () => {
    watchPages((page) => (page === 2 ? Promise.reject(new Error('away')) : Promise.resolve()))
    const before = portal.log.filter(({ event }) => event === 'export.failed').length
    const { answer } = await ask(format)
    const broken = new Promise((done) => answer.once('error', done).once('end', () => done(undefined)))
    answer.resume()
    assert.ok(await broken, 'the answer has no end')
    assert.equal(portal.log.filter(({ event }) => event === 'export.failed').length, before + 1)
  })
}
const connections = () =>
  new Promise<number>((tell) => portal.server.getConnections((_error, count) => tell(count)))

test('a limited number of files is sent at once; one more gets a 503, and succeeds when another has ended', async () => {
  const held = Promise.withResolvers<void>()
  watchPages(() => held.promise)
  const running = await Promise.all(Array.from({ length: EXPORTS.atOnce }, () => ask('csv')))
  const { answer } = await ask('csv')
  assert.equal(answer.statusCode, 503)
  const refusal = JSON.parse(Buffer.concat(await answer.toArray()).toString())
  assert.equal(refusal.message, EXPORT_WORDS.busy)
  held.resolve()
  for (const entry of running) await new Promise((done) => entry.answer.resume().once('end', done))
  const again = await until(
    'there is a place',
    () => ask('csv'),
    (entry) => entry.answer.statusCode === 200,
  )
  await new Promise((done) => again.answer.resume().once('end', done))
})

test('a HEAD request gets the file name, and no page is read', async () => {
  const progress = watchPages(() => Promise.resolve())
  const { answer } = await ask('csv', 'HEAD')
  await new Promise((done) => answer.resume().once('end', done))
  assert.deepEqual(
    [answer.statusCode, answer.headers['content-disposition']?.startsWith('attachment'), progress.pages],
    [200, true, 0],
  )
  const { answer: whole } = await ask('csv')
  await new Promise((done) => whole.resume().once('end', done))
  assert.equal(whole.statusCode, 200, 'its place is free again')
})
