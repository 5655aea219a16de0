import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db, type Sql } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import type { Portal } from './portal.ts'
import { run } from './program.ts'
import { compare } from './rounds.ts'
import { countSubmitted, pgbenchScript, type Range, saveStatements, submitStatements } from './statements.ts'
import type { TableRow } from './table.ts'
import { load } from './wrk.ts'

const ROUNDS = 5
const SECONDS = 2
// As many connections as the portal admits calls. With 64 connections, it is overloaded and refuses calls.
const CONNECTIONS = 16

/** Runs the statements with pgbench, starting with the application whose id is `base`. */
async function runPgbench(portal: Portal, queries: Sql[], filled: Filled, range: Range, base: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const { script, values } = pgbenchScript(queries, filled, range, CONNECTIONS)
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const defined = Object.entries({ ...values, base: String(base) }).flatMap(([name, value]) => [
      '-D',
      `${name}=${value}`,
    ])
    // Options of pgbench: no vacuum, prepared statements, and all clients in one thread.
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

/** A text as a string literal of Lua, the language of wrk's scripts. */
const lua = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

/**
 * A wrk script whose calls save or submit one application after the other, from the id `base`. Each call
 * comes from the application's owner, over many networks. PUT submits, POST saves.
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

/** Compares submissions a second over HTTP with the same statements in pgbench; then partial saves. */
export async function submissions(portal: Portal): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillWithApplications(db, { people: 30_000, each: 7 })
    // Applications for the first jobs are submitted, each once. Drafts for the last job are saved repeatedly.
    const toSubmit = { first: 1, count: filled.people * (filled.each - 1) }
    const toSave = { first: toSubmit.count + 1, count: filled.people }
    const queries = { submit: await submitStatements(), save: await saveStatements() }
    const savesMeasured = await compare(
      ROUNDS,
      async () => (await runPgbench(portal, queries.save, filled, toSave, toSave.first)).perSecond,
      async () =>
        (
          await load({
            url: portal.url,
            connections: CONNECTIONS,
            seconds: SECONDS,
            script: callInTurn(filled, toSave, toSave.first, 'POST'),
          })
        ).perSecond,
    )
    const submitsMeasured = await compare(
      ROUNDS,
      () => checkedRate(db, (base) => runPgbench(portal, queries.submit, filled, toSubmit, base)),
      () =>
        checkedRate(db, (base) =>
          load({
            url: portal.url,
            connections: CONNECTIONS,
            seconds: SECONDS,
            script: callInTurn(filled, toSubmit, base, 'PUT'),
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
 * Runs `measure` from the first application that is not submitted, and returns its rate. Checks in the
 * database that each request submitted an application, because repeated submits are faster.
 * @throws Error when fewer applications were submitted than requests were made.
 */
async function checkedRate(
  db: Db,
  measure: (base: number) => Promise<{ perSecond: number; requests: number }>,
): Promise<number> {
  const submittedSoFar = () => db.row<{ n: number; last: number }>(countSubmitted)
  const before = (await submittedSoFar()) ?? { n: 0, last: 0 }
  const { perSecond, requests } = await measure(before.last + 1)
  const after = (await submittedSoFar()) ?? { n: 0, last: 0 }
  // `!(a >= b)` and not `a < b`: it also refuses NaN, which comes when pgbench printed no number.
  if (!(after.n - before.n >= requests))
    throw new Error(`${requests} submissions were only ${after.n - before.n}`)
  return perSecond
}
