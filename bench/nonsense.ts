import { type ChildProcess, spawn } from 'node:child_process'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { cpus } from 'node:os'
import type { Portal } from './portal.ts'
import { SECONDS } from './rounds.ts'
import type { TableRow } from './table.ts'

const CONNECTIONS = 64
const HONEST = 4
const LASTS_MS = SECONDS * 6_000

type Flood = 'none' | 'nonsense' | 'search'
const FLOODS: Record<Exclude<Flood, 'none'>, { what: string; withinMs: number }> = {
  nonsense: { what: 'made-up orders and job types', withinMs: 50 },
  search: { what: 'free-text searches', withinMs: 150 },
}

/** One process of its own on the last core, so that it takes nothing from the portal but what it asks. */
async function flood(portal: Portal, kind: Exclude<Flood, 'none'>): Promise<ChildProcess> {
  const child = spawn(
    'taskset',
    ['-c', String(cpus().length - 1), process.execPath, import.meta.filename, portal.url, kind],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve, reject) => child.stdout?.once('data', resolve) && child.once('exit', reject))
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

/** How long honest readers wait for pages that many read, in ms, sorted. */
async function honest(portal: Portal): Promise<number[]> {
  const waited: number[] = []
  const endsAtMs = performance.now() + LASTS_MS
  const read = async (who: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let time = who; performance.now() < endsAtMs; time++) {
      const began = performance.now()
      const status = await get(portal.url + PAGES[time % PAGES.length], agent)
      waited.push(performance.now() - began)
      if (status !== 200) throw new Error(`an honest reader was answered with ${status}`)
      await wait(20)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: HONEST }, (_, who) => read(who)))
  return waited.sort((left, right) => left - right)
}

const p99 = (waited: number[]) => waited[Math.floor(waited.length * 0.99)] ?? Number.NaN

/**
 * R7: what honest readers wait for, 99 of 100, while one caller asks for made-up values, or for free text,
 * over 64 connections without a pause.
 */
export async function nonsense(portal: Portal): Promise<TableRow[]> {
  const calm = p99(await honest(portal))
  const lines: TableRow[] = []
  for (const [kind, { what, withinMs }] of Object.entries(FLOODS) as [
    Exclude<Flood, 'none'>,
    (typeof FLOODS)['search'],
  ][]) {
    const child = await flood(portal, kind)
    const waited = await honest(portal)
    const ended = new Promise<string>((resolve) =>
      child.stdout?.once('data', (output: Buffer) => resolve(output.toString().trim())),
    )
    child.kill('SIGTERM')
    const worst = p99(waited)
    console.error(
      `Beside ${CONNECTIONS} connections of ${what}: ${waited.length} honest pages, p99 ${worst.toFixed(1)} ms (calm ${calm.toFixed(1)} ms); ${await ended}`,
    )
    const ratio = withinMs / worst
    lines.push({
      what: `Milliseconds allowed at p99 beside ${CONNECTIONS} connections of ${what}`,
      against: 'milliseconds an honest reader waited',
      goal: 1,
      limit: worst,
      product: withinMs,
      ratio,
      lowest: ratio,
      highest: ratio,
    })
  }
  return lines
}

if (process.argv[1] === import.meta.filename) {
  const [, , url = '', kind] = process.argv
  const began = performance.now()
  let answers = 0
  let refused = 0
  const letters = () =>
    Math.random()
      .toString(36)
      .replace(/[^a-z]/g, '')
      .slice(0, 9)
  const address = (time: number) =>
    kind === 'search'
      ? `/jobs?search=${letters()}`
      : time % 2
        ? `/jobs?sort=${letters()}`
        : `/jobs?job_type=${letters()}`
  const ask = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let time = 0; ; time++) {
      const status = await get(url + address(time), agent).catch(() => 0)
      answers++
      if (status !== 200) refused++
    }
  }
  process.on('SIGTERM', () => {
    console.log(
      `the flood had ${Math.round((answers * 1_000) / (performance.now() - began))} answers a second, ${refused} of ${answers} refused`,
    )
    process.exit(0)
  })
  for (let connection = 0; connection < CONNECTIONS; connection++) void ask()
  console.log('asking')
}
