import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db, type Sql } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import type { Portal } from './portal.ts'
import { run } from './program.ts'
import { compare } from './rounds.ts'
import { countSent, keeping, pgbenchScript, type Range, submitting } from './statements.ts'
import type { TableRow } from './table.ts'
import { load } from './wrk.ts'

const ROUNDS = 5
const SECONDS = 2
// As many callers as never wait for a slot: sixty-four who never pause are a storm, and some of them are told
// to come back.
const CONNECTIONS = 16

async function byPgbench(portal: Portal, queries: Sql[], filled: Filled, range: Range, base: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const { script, values } = pgbenchScript(queries, filled, range, CONNECTIONS)
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const defined = Object.entries({ ...values, base: String(base) }).flatMap(([name, value]) => [
      '-D',
      `${name}=${value}`,
    ])
    const common = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(CONNECTIONS),
      '-j',
      '1',
      '-T',
      String(SECONDS),
      '-h',
      portal.sockets,
      '-U',
      'app',
    ]
    const output = await run('pgbench', [...common, '-f', file, ...defined, 'postgres'])
    return {
      perSecond: Number(/tps = ([\d.]+) \(without initial/.exec(output)?.[1]),
      requests: Number(/number of transactions actually processed: (\d+)/.exec(output)?.[1]),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const lua = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

/**
 * A wrk script that makes one call after the other, each for the next application by its own person, from
 * many networks.
 */
const callInTurn = (filled: Filled, range: Range, base: number, method: 'PUT' | 'POST') => {
  const { education, experience, referees, address } = ANSWERS
  const shared = JSON.stringify({ education, experience, referees, address }).slice(1)
  return `
local at = ${base - range.first - 1}
function request()
  at = (at + 1) % ${range.count}
  local n = ${range.first} + at
  local person, job = ${filled.firstPerson} + (n - 1) % ${filled.people}, ${filled.firstJob} + math.floor((n - 1) / ${filled.people})
  local headers = { ["Content-Type"] = "application/json", ["Authorization"] = string.format("Token %0${TOKEN_LENGTH}d", person),
    ["X-Forwarded-For"] = "10." .. math.floor(n / 256) % 256 .. "." .. n % 256 .. ".1" }
  ${
    method === 'PUT'
      ? `local path, own = "/api/job-applications/update/" .. n .. "/", '"version":0,"idempotency_key":"k' .. n .. '",'`
      : `local path, own = "/api/job-applications/partial-save/", ''`
  }
  return wrk.format("${method}", path, headers, '{"job_id":' .. job .. ',' .. own .. ${lua(shared)})
end
`
}

/** Submissions a second over HTTP against the same statements by pgbench; then partial saves. */
export async function submissions(portal: Portal): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillWithApplications(db, { people: 30_000, each: 7 })
    // Each of these is sent once in the whole run; those are saved again and again.
    const toSend = { first: 1, count: filled.people * (filled.each - 1) }
    const toKeep = { first: toSend.count + 1, count: filled.people }
    const queries = { sending: await submitting(), keeping: await keeping() }
    const savesMeasured = await compare(
      ROUNDS,
      async () => (await byPgbench(portal, queries.keeping, filled, toKeep, toKeep.first)).perSecond,
      async () =>
        (
          await load({
            url: portal.url,
            connections: CONNECTIONS,
            seconds: SECONDS,
            script: callInTurn(filled, toKeep, toKeep.first, 'POST'),
          })
        ).perSecond,
    )
    const submitsMeasured = await compare(
      ROUNDS,
      () => counted(db, (base) => byPgbench(portal, queries.sending, filled, toSend, base)),
      () =>
        counted(db, (base) =>
          load({
            url: portal.url,
            connections: CONNECTIONS,
            seconds: SECONDS,
            script: callInTurn(filled, toSend, base, 'PUT'),
          }),
        ),
    )
    const against = { against: 'pgbench, the same statements', goal: 0.5 }
    return [
      { what: `Partial save, ${CONNECTIONS} connections`, ...against, ...savesMeasured },
      { what: `Submission, ${CONNECTIONS} connections`, ...against, ...submitsMeasured },
    ]
  } finally {
    await db.close()
  }
}

/**
 * Runs a measure that takes the applications from `base` on, and counts what was sent: a rate in which an
 * application was taken twice would mean nothing.
 * @throws Error when fewer were sent than were said to be.
 */
async function counted(
  db: Db,
  measure: (base: number) => Promise<{ perSecond: number; requests: number }>,
): Promise<number> {
  const submittedSoFar = () => db.row<{ n: number; last: number }>(countSent)
  const before = (await submittedSoFar()) ?? { n: 0, last: 0 }
  const { perSecond, requests } = await measure(before.last + 1)
  const after = (await submittedSoFar()) ?? { n: 0, last: 0 }
  if (!(after.n - before.n >= requests))
    throw new Error(`${requests} submissions were only ${after.n - before.n}`)
  return perSecond
}
