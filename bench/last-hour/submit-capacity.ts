import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../portal.ts'
import { median } from '../rounds.ts'
import type { Line } from '../table.ts'
import { generate } from './generate.ts'
import { formOf, inWorld } from './world.ts'

const FORM = formOf({
  smoke: { people: 10_000, rounds: 2, seconds: 2 },
  short: { people: 60_000, rounds: 5, seconds: 4 },
  full: { people: 200_000, rounds: 9, seconds: 10 },
})
/** As many callers as never wait for a slot. */
const CONNECTIONS = 16
/** What a quiet last hour asks for, and what everybody in the last minute does. */
const WANTED_RATES = [60, 600]

/** Seconds of a processor that a process has had; the system counts hundredths. */
function processorSeconds(pid: string): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) / 100
  } catch {
    return 0
  }
}
const parentOf = (pid: string) => {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
/** Of the portal's process, and of all processes of its database. */
function spent({ dataDir }: Portal) {
  const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  const backends = readdirSync('/proc').filter((pid) => parentOf(pid) === postmaster)
  const database = backends.reduce((sum, pid) => sum + processorSeconds(pid), 0)
  return { portal: processorSeconds(readFileSync(join(dataDir, 'portal.pid'), 'utf8').trim()), database }
}

/**
 * Submissions a second that one core gives, portal and database together, and so the cores for more of them.
 */
export const submitCapacity = (): Promise<Line[]> =>
  inWorld(FORM.people, async ({ portal, world }) => {
    let from = 0
    const round = async () => {
      const before = spent(portal)
      const found = await generate({
        is: 'capacity',
        world,
        mix: { submit: 1 },
        connections: CONNECTIONS,
        seconds: FORM.seconds,
        from,
      })
      const after = spent(portal)
      const sent = found.next - from
      from = found.next
      const each = (of: 'portal' | 'database') => ((after[of] - before[of]) / sent) * 1_000
      return { ...found, portalMs: each('portal'), databaseMs: each('database') }
    }
    await round()
    const rounds: Awaited<ReturnType<typeof round>>[] = []
    for (let index = 0; index < FORM.rounds; index++) rounds.push(await round())
    const middle = (of: 'perSecond' | 'p50' | 'p99' | 'portalMs' | 'databaseMs') =>
      median(rounds.map((round) => round[of]))
    const perSecond = middle('perSecond')
    const [lowest, highest] = [
      Math.min(...rounds.map((round) => round.perSecond)),
      Math.max(...rounds.map((round) => round.perSecond)),
    ]
    console.error(
      `One core: ${perSecond.toFixed(0)} submissions a second (${lowest.toFixed(0)} to ${highest.toFixed(0)}), p50 ${middle('p50').toFixed(0)} ms, p99 ${middle('p99').toFixed(0)} ms; ` +
        `of the processor ${middle('portalMs').toFixed(2)} ms each for the portal and ${middle('databaseMs').toFixed(2)} ms for the database`,
    )
    return WANTED_RATES.map((wantedRate) => {
      console.error(
        `  ${wantedRate} a second: ${(wantedRate / perSecond).toFixed(2)} cores busy; at half load ${Math.ceil((2 * wantedRate) / perSecond)}`,
      )
      return {
        what: 'Submissions of one core, database included',
        against: `${wantedRate} a second`,
        limit: wantedRate,
        product: perSecond,
        ratio: perSecond / wantedRate,
        lowest: lowest / wantedRate,
        highest: highest / wantedRate,
      }
    })
  })
