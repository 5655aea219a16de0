import { type ChildProcess, spawn } from 'node:child_process'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { cpus } from 'node:os'
import type { Portal } from './portal.ts'
import { SECONDS } from './rounds.ts'
import type { TableRow } from './table.ts'

const CONNECTIONS = 64
const HONEST_READERS = 4
/** A measurement takes six times a usual round, so that there are enough pages for a p99. */
const DURATION_MS = SECONDS * 6_000
const READER_PAUSE_MS = 20

type Flood = 'nonsense' | 'search'
/** What the flood requests, in words, and the p99 that honest callers may wait during the flood. */
const FLOODS: Record<Flood, { what: string; withinMs: number }> = {
  nonsense: { what: 'made-up orders and job types', withinMs: 50 },
  search: { what: 'free-text searches', withinMs: 150 },
}

/**
 * Starts a process that floods the portal with requests. It runs on the last core, so it takes no time from
 * the portal.
 */
async function startFlood(portal: Portal, kind: Flood): Promise<ChildProcess> {
  const child = spawn(
    'taskset',
    ['-c', String(cpus().length - 1), process.execPath, import.meta.filename, portal.url, kind],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  // The flooding process prints a line as soon as it floods.
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('exit', reject)
  })
  return child
}

const get = (url: string, agent: http.Agent) =>
  new Promise<number>((resolve, reject) => {
    http
      .get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) =>
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
      )
      .on('error', reject)
  })

const PAGES = [
  '/',
  '/jobs',
  '/jobs?sort=newest',
  '/jobs?page=2',
  '/jobs?category=ICT',
  '/about',
  '/login',
  '/jobs/1',
]

/** How long honest callers wait for popular pages, in ms, sorted. */
async function readHonestly(portal: Portal): Promise<number[]> {
  const durationsMs: number[] = []
  const endsAtMs = performance.now() + DURATION_MS
  const read = async (reader: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let pageNumber = reader; performance.now() < endsAtMs; pageNumber++) {
      const startedAt = performance.now()
      const status = await get(portal.url + PAGES[pageNumber % PAGES.length], agent)
      durationsMs.push(performance.now() - startedAt)
      if (status !== 200) throw new Error(`an honest reader was answered with ${status}`)
      await wait(READER_PAUSE_MS)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: HONEST_READERS }, (_, reader) => read(reader)))
  return durationsMs.sort((left, right) => left - right)
}

const p99 = (durationsMs: number[]) => durationsMs[Math.floor(durationsMs.length * 0.99)] ?? Number.NaN

/**
 * Measures how long honest callers wait (p99) while one caller floods the portal over 64 connections (R7).
 */
export async function nonsense(portal: Portal): Promise<TableRow[]> {
  const calmP99Ms = p99(await readHonestly(portal))
  const lines: TableRow[] = []
  for (const [kind, { what, withinMs }] of Object.entries(FLOODS) as [Flood, (typeof FLOODS)['search']][]) {
    const child = await startFlood(portal, kind)
    const durationsMs = await readHonestly(portal)
    const ended = new Promise<string>((resolve) =>
      child.stdout?.once('data', (output: Buffer) => resolve(output.toString().trim())),
    )
    child.kill('SIGTERM')
    const floodP99Ms = p99(durationsMs)
    console.error(
      `Beside ${CONNECTIONS} connections of ${what}: ${durationsMs.length} honest pages, p99 ${floodP99Ms.toFixed(1)} ms (calm ${calmP99Ms.toFixed(1)} ms); ${await ended}`,
    )
    const ratio = withinMs / floodP99Ms
    lines.push({
      what: `Milliseconds allowed at p99 beside ${CONNECTIONS} connections of ${what}`,
      against: 'milliseconds an honest reader waited',
      goal: 1,
      limit: floodP99Ms,
      product: withinMs,
      ratio,
      lowest: ratio,
      highest: ratio,
    })
  }
  return lines
}

// When `startFlood` runs this file, it is the process that floods the portal, until SIGTERM.
if (process.argv[1] === import.meta.filename) {
  const [, , url = '', kind] = process.argv
  const startedAt = performance.now()
  let answers = 0
  let refused = 0
  const randomWord = () =>
    Math.random()
      .toString(36)
      .replace(/[^a-z]/g, '')
      .slice(0, 9)
  const address = (callNumber: number) => {
    if (kind === 'search') return `/jobs?search=${randomWord()}`
    return callNumber % 2 ? `/jobs?sort=${randomWord()}` : `/jobs?job_type=${randomWord()}`
  }
  const ask = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let callNumber = 0; ; callNumber++) {
      const status = await get(url + address(callNumber), agent).catch(() => 0)
      answers++
      if (status !== 200) refused++
    }
  }
  process.on('SIGTERM', () => {
    console.log(
      `the flood had ${Math.round((answers * 1_000) / (performance.now() - startedAt))} answers a second, ${refused} of ${answers} refused`,
    )
    process.exit(0)
  })
  for (let connection = 0; connection < CONNECTIONS; connection++) void ask()
  console.log('asking')
}
