import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { jobRow, until } from '../support/jobs.ts'
import { dataFolder, run, startPortal } from '../support/program.ts'

// The portal and its own database are killed while people subscribe to the newsletter. For each acknowledged
// request, an email must follow.

const folder = dataFolder()
const endings: (() => void)[] = []
// Each caller uses their own network, so that no limit for networks is reached.
const env = { TRUST_PROXY: '127.0.0.1' }
let networks = 0
before(async () => {
  await (await startPortal(folder.path, { env })).stop()
})
after(() => {
  for (const end of endings) end()
  return folder.drop()
})

const ready = (url: string) =>
  until(
    'the portal is ready',
    () => fetch(`${url}/readyz`).then(async (answer) => ((await answer.json()) as { status: string }).status),
    (status) => status === 'ready',
    20_000,
  )
/** Requests the newsletter. Returns the status of the answer, or 0 without an answer. */
const ask = (url: string, email: string) =>
  fetch(`${url}/api/newsletter/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${++networks >> 8}.${networks & 255}.1`,
    },
    body: JSON.stringify({ email }),
  }).then(
    (answer) => answer.status,
    () => 0,
  )
/** The addresses that got an email. Without a mail server, the portal writes emails to files. */
const written = () => {
  const mail = join(folder.path, 'mail')
  const emails = readdirSync(mail).filter((name) => name.endsWith('.eml'))
  return new Set(
    emails.map((name) => /^To: <?([^<>\s]+)>?$/m.exec(readFileSync(join(mail, name), 'utf8'))?.[1] ?? ''),
  )
}

/**
 * Four clients request the newsletter, each time with a new address, until `stop`. `told`: the addresses with
 * an acknowledged request. An email to each must follow.
 */
function asking(url: string, name: string) {
  const answered: string[] = []
  let [going, sent] = [true, 0]
  const client = async () => {
    while (going) {
      const email = `${name}${++sent}@example.com`
      if ((await ask(url, email)) === 200) answered.push(email)
      else await new Promise((again) => setTimeout(again, 10))
    }
  }
  endings.push(() => (going = false))
  const clients = Promise.all([client(), client(), client(), client()])
  return {
    told: answered,
    async stop() {
      going = false
      await clients
      return answered
    },
  }
}
/**
 * Waits until `many` requests are acknowledged and emails leave, so that the next kill hits a busy portal.
 */
const untilBusy = (answered: string[], many: number) =>
  until(
    `${many} were told and letters leave`,
    async () => answered.length >= many && answered.some((email) => written().has(email)),
    (isBusy) => isBusy,
    20_000,
  )
const allWritten = (answered: string[]) =>
  until(
    'every letter that was promised is written',
    async () => {
      const seen = written()
      return answered.filter((email) => !seen.has(email))
    },
    (missing) => missing.length === 0,
    20_000,
  )

describe('D1 R1 kill -9', () => {
  test('of the portal: the database stays alive, the next start takes it over, and nothing acknowledged is lost', async () => {
    const first = await startPortal(folder.path, { env })
    const postmaster = folder.postmaster()
    const traffic = asking(first.url, 'app')
    await untilBusy(traffic.told, 20)
    await first.stop('SIGKILL')
    const answered = await traffic.stop()
    assert.equal(folder.postmaster(), postmaster, 'the database lives on')
    const second = await startPortal(folder.path, { env })
    assert.equal(folder.postmaster(), postmaster, 'adopted, not started anew')
    await allWritten(answered)
    assert.equal(await second.stop(), 0)
    assert.equal(folder.postmaster(), undefined, 'what was adopted is stopped too')
    // The start is so fast only if the database needs no recovery. start-stop.test.ts has the exact limit.
    assert.ok(second.startMs < 10_000, `${Math.round(second.startMs)} ms`)
  })

  test('R5 of the database: the portal starts it again, answers 503 meanwhile, and nothing acknowledged is lost', async () => {
    const portal = await startPortal(folder.path, { env })
    const traffic = asking(portal.url, 'db')
    await untilBusy(traffic.told, 20)
    const before = folder.postmaster() ?? 0
    process.kill(before, 'SIGKILL')
    const statuses = new Set<number>()
    await until(
      'another database runs',
      async () => {
        statuses.add(await ask(portal.url, 'meanwhile@example.com'))
        return folder.postmaster()
      },
      (pid) => pid !== undefined && pid !== before,
      20_000,
    )
    await ready(portal.url)
    await untilBusy(traffic.told, traffic.told.length + 10)
    const answered = await traffic.stop()
    for (const status of statuses) assert.ok([200, 503].includes(status), `a status of ${status}`)
    await allWritten(answered)
    assert.equal((await fetch(`${portal.url}/jobs`)).status, 200)

    // The portal listens for changed jobs again, so an import updates its cached page.
    const file = join(folder.path, 'late.json')
    writeFileSync(file, JSON.stringify([jobRow({ reference: 'LATE/1', title: 'Night Watch' })]))
    assert.equal(await run('server/portal.ts', ['jobs', 'import', file], folder.path).exited, 0)
    await until(
      'the kept page shows the new job',
      async () => (await fetch(`${portal.url}/jobs?sort=newest`)).text(),
      (page) => page.includes('Night Watch'),
    )
    assert.equal(await portal.stop(), 0)
  })

  test('R5 of the database, and again while it starts: it is started once more, within seconds', async () => {
    const portal = await startPortal(folder.path, { env })
    const first = folder.postmaster() ?? 0
    process.kill(first, 'SIGKILL')
    const second = await until(
      'another database starts',
      async () => folder.postmaster(),
      (pid) => pid !== undefined && pid !== first,
      20_000,
    )
    process.kill(second ?? 0, 'SIGKILL')
    await until(
      'a third database runs',
      async () => folder.postmaster(),
      (pid) => pid !== undefined && pid !== second,
      20_000,
    )
    await ready(portal.url)
    assert.equal(await portal.stop(), 0)
  })

  test('R1 of both at once: the next start recovers', async () => {
    const first = await startPortal(folder.path, { env })
    const traffic = asking(first.url, 'both')
    await untilBusy(traffic.told, 20)
    process.kill(folder.postmaster() ?? 0, 'SIGKILL')
    await first.stop('SIGKILL')
    const answered = await traffic.stop()
    const second = await startPortal(folder.path, { env })
    await allWritten(answered)
    assert.equal(await second.stop(), 0)
  })

  test('R5 cached pages are served while the database is away', async () => {
    const portal = await startPortal(folder.path, { env })
    await fetch(`${portal.url}/jobs`)
    const pid = folder.postmaster() ?? 0
    process.kill(pid, 'SIGSTOP')
    try {
      assert.equal((await fetch(`${portal.url}/jobs`)).status, 200)
      assert.equal((await fetch(`${portal.url}/healthz`)).status, 200)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await ready(portal.url)
    assert.equal(await portal.stop(), 0)
  })
})
