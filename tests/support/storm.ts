import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, sql } from '../../server/database/connect.ts'
import { chances, fill, freePort, tokenOf } from './crowd.ts'
import { until } from './jobs.ts'
import { type dataFolder, processesOf, type Running, startPortal } from './program.ts'
import { pdf } from './sample-files.ts'

const CLIENTS = 8
/** How many times a client may send the same submission at once. */
const COPIES = 3
/** Before each kill, the portal acknowledges at least this many submissions, so that it is at work. */
const BEFORE_EACH_KILL = 3

/** A submission that the portal acknowledged, with the exact text of its answer. */
export type Acknowledged = { id: number; text: string; file?: string }

/** The result of a storm of submissions and kills. */
type Storm = {
  kills: { app: number; database: number; both: number; connection: number }
  acknowledged: Acknowledged[]
  problems: string[]
  /** The portal's output if it ended by itself, which must never happen. */
  ended: string[]
  seconds: number
}

/** What is killed next. `chance` is from 0 to 1: most kills hit the database or the app alone. */
const targetOf = (chance: number): keyof Storm['kills'] => {
  if (chance < 0.4) return 'database'
  if (chance < 0.8) return 'app'
  return chance < 0.9 ? 'both' : 'connection'
}

const titleOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

type Options = {
  kills: number
  seed: number
  /** Plants a fault: commits do not wait for the disk, and only the database is killed. */
  withPlantedDataLoss?: boolean
}

/**
 * Eight clients submit at once, many of them three times, while the portal and its database are killed at
 * random moments.
 */
export async function storm(
  folder: ReturnType<typeof dataFolder>,
  { kills, seed, withPlantedDataLoss = false }: Options,
): Promise<Storm> {
  // `fate` chooses only the kills, so that the order of the clients' calls does not change them.
  const [chance, fate] = [chances(seed), chances(seed + 1)]
  const port = await freePort()
  const env = { PORT: String(port), TRUST_PROXY: '127.0.0.1' }
  const url = `http://127.0.0.1:${port}`
  let portal: Running = await startPortal(folder.path, { env })
  const db = connect(folder.databaseUrl())
  const drafts = await fill(db, Math.max(5, Math.ceil(kills / 10)))
  if (withPlantedDataLoss) {
    await db.run(sql`alter system set synchronous_commit = off`)
    await db.run(sql`alter system set wal_writer_delay = '10s'`)
    await db.run(sql`alter system set wal_writer_flush_after = '1GB'`)
    await db.run(sql`select pg_reload_conf()`)
  }
  await db.close()

  const began = performance.now()
  const result: Storm = {
    kills: { app: 0, database: 0, both: 0, connection: 0 },
    acknowledged: [],
    problems: [],
    ended: [],
    seconds: 0,
  }
  /** `taken`: how many drafts the clients have already chosen to submit. */
  let [going, taken] = [true, 0]

  /**
   * Repeats a call until it is answered with 200, and returns that text. Any other final answer is recorded
   * as a fault, except a refused upload.
   */
  const call = async (
    method: string,
    path: string,
    person: number,
    body: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<string | undefined> => {
    for (let tries = 0; tries < 600; tries++) {
      const network = `10.${(person >> 8) & 255}.${person & 255}.${1 + (tries % 250)}`
      const answer = await fetch(url + path, {
        method,
        body,
        headers: { authorization: `Token ${tokenOf(person)}`, 'x-forwarded-for': network, ...headers },
        signal: AbortSignal.timeout(10_000),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined)
      if (answer?.status === 200) return answer.text
      // Killed attempts have used up the person's uploads for ten minutes. Send the submission without the
      // file.
      if (answer?.status === 429 && path.includes('/documents/')) return undefined
      // The portal is down, starting or overloaded: retry the same request, as a browser does.
      if (answer && answer.status !== 503) {
        result.problems.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
        return undefined
      }
      await wait(20 + chance() * 60)
    }
    result.problems.push(`${method} ${path}: never answered`)
    return undefined
  }

  const client = async () => {
    while (going && taken < drafts.count) {
      const index = taken++
      const [id, person] = [drafts.first + index, drafts.firstPerson + (index % drafts.people)]
      let file: string | undefined
      if (index % 5 === 0) {
        const bytes = pdf(`% ${id}`)
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'cv.pdf')
        if (await call('PUT', `/api/job-applications/${id}/documents/cv/`, person, form))
          file = createHash('sha256').update(bytes).digest('hex')
      }
      const send = () =>
        call('PUT', `/api/job-applications/update/${id}/`, person, '{}', {
          'content-type': 'application/json',
          'idempotency-key': `key-${id}`,
        })
      const texts = await Promise.all(Array.from({ length: chance() < 0.3 ? COPIES : 1 }, send))
      if (new Set(texts).size !== 1) result.problems.push(`two answers for ${id}: ${texts.join(' | ')}`)
      const text = texts.find((answer) => answer !== undefined)
      if (text) result.acknowledged.push({ id, text, ...(file ? { file } : {}) })
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)

  const ready = () =>
    until(
      'the portal is ready again',
      async () => {
        // Restart the portal as a process supervisor does. So the storm continues, and records a loss too.
        if (portal.child.exitCode !== null) {
          // The process's last output may arrive after its exit is known.
          await portal.exited
          result.ended.push(
            `${portal.child.exitCode} ${portal.output.slice(-500)}${portal.errors.slice(-500)}`,
          )
          portal = await startPortal(folder.path, { env })
        }
        return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
          async (answer) => ((await answer.json()) as { status: string }).status,
          () => '',
        )
      },
      (status) => status === 'ready',
      30_000,
    ).catch((error: Error) => {
      const database = readFileSync(join(folder.path, 'postgres.log'), 'utf8')
        .split('\n')
        .slice(-12)
        .join('\n')
      throw new Error(
        `${error.message} after ${JSON.stringify(result.kills)}; exit ${portal.child.exitCode} ${portal.child.signalCode}, database ${folder.postmaster()}\n${portal.output.slice(-1_000)}${portal.errors.slice(-1_000)}\n${database}`,
      )
    })
  const killDatabase = () => {
    const pid = folder.postmaster()
    if (pid) process.kill(pid, 'SIGKILL')
  }
  // Kills the process of one database connection, chosen by `share` from 0 to 1. The server then ends all
  // connections and recovers.
  const killConnection = (share: number) => {
    const [, ...children] = processesOf(folder.postmaster() ?? 0)
    const connections = children.filter((pid) => titleOf(pid).startsWith('postgres: portal'))
    const pid = connections[Math.floor(share * connections.length)]
    if (pid) process.kill(pid, 'SIGKILL')
  }
  const restart = async () => {
    await portal.stop('SIGKILL')
    portal = await startPortal(folder.path, { env })
  }
  const atWork = () => {
    const enough = result.acknowledged.length + BEFORE_EACH_KILL
    return until(
      'submissions are acknowledged',
      async () => result.acknowledged.length,
      (count) => count >= enough,
      60_000,
    )
  }
  for (let kill = 0; kill < kills; kill++) {
    await atWork()
    await wait(50 + fate() * 250)
    const kind = withPlantedDataLoss ? 'database' : targetOf(fate())
    result.kills[kind]++
    if (kind === 'connection') killConnection(fate())
    if (kind === 'database' || kind === 'both') killDatabase()
    if (kind === 'app' || kind === 'both') await restart()
    await ready()
  }
  going = false
  await Promise.all(clients)
  result.seconds = (performance.now() - began) / 1_000
  if (withPlantedDataLoss) {
    // Reset the planted options: the portal refuses to start on a database that can lose data (R2).
    const healed = connect(folder.databaseUrl())
    await healed.run(sql`alter system reset all`)
    await healed.run(sql`select pg_reload_conf()`)
    await healed.close()
  }
  await portal.stop()
  return result
}
