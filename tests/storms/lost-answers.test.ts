import assert from 'node:assert/strict'
import http from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { connect, sql } from '../../server/database/connect.ts'
import { chances, fill, freePort, emailsIn, tokenOf } from '../support/crowd.ts'
import { until } from '../support/jobs.ts'
import { lossyProxy } from '../support/lossy-proxy.ts'
import { dataFolder, startPortal } from '../support/program.ts'

// An application is submitted only once, although callers repeat it and a proxy loses many answers (R3).

const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const APPLICATIONS = 60
/** How many applications are sent at the same time. Each is sent in several copies with the same key. */
const CLIENTS = 8
const COPIES = 3
/** The share of answers that the proxy loses. */
const LOST = 0.3

const folder = dataFolder()
const closing: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closing) await close()
  await folder.drop()
})

type Answer = { status: number; text: string }

/** Sends a call on its own connection. Returns undefined when no complete answer came. */
const call = (port: number, path: string, person: number, key: string) =>
  new Promise<Answer | undefined>((tell) => {
    const headers = {
      authorization: `Token ${tokenOf(person)}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': `10.${(person >> 8) & 255}.${person & 255}.1`,
    }
    const lost = () => tell(undefined)
    const request = http.request(
      { port, host: '127.0.0.1', path, method: 'PUT', headers, agent: false },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', lost)
        answer.on(
          'end',
          () =>
            answer.complete &&
            tell({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        )
        answer.on('close', lost)
      },
    )
    request.on('error', lost).end('{}')
  })

test(`R3, R14 three copies at once, repeated with their key, while three answers in ten are lost and the portal is killed and restarted: each application is submitted once, seed ${SEED} (last-hour#submit-retry)`, {
  timeout: 120_000,
}, async (t) => {
  const chance = chances(SEED)
  const env = { PORT: String(await freePort()), TRUST_PROXY: '127.0.0.1' }
  let portal = await startPortal(folder.path, { env })
  const db = connect(folder.databaseUrl())
  closing.push(db.close)
  const { first, firstPerson } = await fill(db, 1)
  const proxy = await lossyProxy(Number(env.PORT), () =>
    chance() < LOST ? (chance() < 0.5 ? 'whole' : 'half') : undefined,
  )
  closing.push(proxy.close)

  const answers = new Map<number, Answer[]>()
  let [taken, sent] = [0, 0]
  // Repeats a submit until an answer arrives, and then up to two more times, like an unsure person.
  const copy = async (index: number) => {
    const received: Answer[] = []
    const more = Math.floor(chance() * 3)
    for (let wanted = 1 + more; received.length < wanted; ) {
      const answer = await call(
        proxy.port,
        `/api/job-applications/update/${first + index}/`,
        firstPerson + index,
        `key-${index}`,
      )
      sent++
      if (answer && answer.status !== 503) received.push(answer)
      else await wait(20 + chance() * 40)
    }
    return received
  }
  const client = async () => {
    while (taken < APPLICATIONS) {
      const index = taken++
      answers.set(
        first + index,
        (await Promise.all(Array.from({ length: COPIES }, () => copy(index)))).flat(),
      )
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  const reached = (wanted: number) =>
    until(
      `${wanted} are under way`,
      async () => taken,
      (count) => count >= wanted,
      60_000,
    )
  for (const [count, signal] of [
    [APPLICATIONS / 3, 'SIGKILL'],
    [(APPLICATIONS * 2) / 3, 'SIGTERM'],
  ] as const) {
    await reached(count)
    await portal.stop(signal)
    portal = await startPortal(folder.path, { env })
  }
  await clients
  t.diagnostic(
    `${sent} sent for ${APPLICATIONS} applications, ${proxy.told.lost} answers lost of ${proxy.told.lost + proxy.told.answered}`,
  )
  assert.ok(proxy.told.lost > APPLICATIONS / 2, `${proxy.told.lost} lost`)

  const references = new Map<number, string>()
  for (const [id, received] of answers) {
    const [answer, ...others] = new Set(received.map(({ status, text }) => `${status} ${text}`))
    assert.deepEqual([answer?.slice(0, 3), others], ['200', []], `application ${id}`)
    references.set(id, (JSON.parse(answer?.slice(4) ?? '') as { receipt: Receipt }).receipt.reference_number)
  }
  assert.deepEqual([references.size, new Set(references.values()).size], [APPLICATIONS, APPLICATIONS])
  const again = connect(folder.databaseUrl())
  closing.push(again.close)
  await until(
    'every letter is written',
    () =>
      again.row<{ n: number }>(
        sql`select count(*) as n from outbox where topic = 'job-applications.received'`,
      ),
    (row) => row?.n === 0,
    30_000,
  )
  // For each application of the crowd, one row: how many notifications of receipt and how many submissions it
  // has.
  const rows = await again.rows<{ id: number; reference_number: string; notices: number; sent: number }>(sql`
    select id, reference_number,
      (select count(*) from notifications where user_id = application.user_id and type = 'application_received') as notices,
      (select count(*) from submissions where application_id = application.id) as sent
    from job_applications application where user_id between ${firstPerson} and ${firstPerson + APPLICATIONS - 1}`)
  assert.deepEqual(
    rows.sort((left, right) => left.id - right.id),
    [...references]
      .sort(([left], [right]) => left - right)
      .map(([id, reference_number]) => ({ id, reference_number, notices: 1, sent: 1 })),
  )
  assert.equal(
    (await again.row<{ n: number }>(sql`select count(*) as n from log_events where kind = 'submission'`))?.n,
    APPLICATIONS,
  )
  // Each reference number has exactly one email, and each email has an acknowledged reference number.
  assert.deepEqual(
    emailsIn(folder.path),
    new Map([...emailsIn(folder.path).keys()].map((reference) => [reference, 1])),
  )
  assert.deepEqual(new Set(emailsIn(folder.path).keys()), new Set(references.values()))
  assert.equal(await portal.stop(), 0)
})
