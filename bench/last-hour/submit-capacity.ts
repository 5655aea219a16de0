import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../portal.ts'
import { median } from '../rounds.ts'
import type { TableRow } from '../table.ts'
import { generate } from './generate.ts'
import { settingsOfRun, inWorld } from './world.ts'

const SETTINGS = settingsOfRun({
  smoke: { people: 10_000, rounds: 2, seconds: 2 },
  short: { people: 60_000, rounds: 5, seconds: 4 },
  full: { people: 200_000, rounds: 9, seconds: 10 },
})
/** At most as many connections as the portal admits calls at a time, so that no call waits. */
const CONNECTIONS = 16
/** Submits a second: in a quiet last hour, and when everyone submits in the last minute. */
const WANTED_RATES = [60, 600]

const TICKS_PER_SECOND = 100

/** The processor time that a process has used, in seconds. 0 for a process that has ended. */
function processorSeconds(pid: string): number {
  try {
    // The fields of /proc/PID/stat after the program's name, which may contain spaces (man proc_pid_stat).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const [userTicks, systemTicks] = fields.slice(11, 13)
    return (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND
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
/** The processor time of the portal's process and of all its database's processes, in seconds. */
function processorTimes({ dataDir }: Portal) {
  const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  const backends = readdirSync('/proc').filter((pid) => parentOf(pid) === postmaster)
  const database = backends.reduce((sum, pid) => sum + processorSeconds(pid), 0)
  return { portal: processorSeconds(readFileSync(join(dataDir, 'portal.pid'), 'utf8').trim()), database }
}

/** Measures how many submissions a second one core handles. Portal and database share the core. */
export const submitCapacity = (): Promise<TableRow[]> =>
  inWorld(SETTINGS.people, async ({ portal, world }) => {
    let firstSubmit = 0
    const runRound = async () => {
      const before = processorTimes(portal)
      const measured = await generate({
        mode: 'capacity',
        world,
        mix: { submit: 1 },
        connections: CONNECTIONS,
        seconds: SETTINGS.seconds,
        firstSubmit,
      })
      const after = processorTimes(portal)
      const sent = measured.next - firstSubmit
      firstSubmit = measured.next
      const msPerSubmit = (program: 'portal' | 'database') =>
        ((after[program] - before[program]) / sent) * 1_000
      return { ...measured, portalMs: msPerSubmit('portal'), databaseMs: msPerSubmit('database') }
    }
    // The first round warms the portal up. Its result is dropped.
    await runRound()
    const rounds: Awaited<ReturnType<typeof runRound>>[] = []
    for (let index = 0; index < SETTINGS.rounds; index++) rounds.push(await runRound())
    const medianOf = (value: 'perSecond' | 'p50' | 'p99' | 'portalMs' | 'databaseMs') =>
      median(rounds.map((round) => round[value]))
    const perSecond = medianOf('perSecond')
    const [lowest, highest] = [
      Math.min(...rounds.map((round) => round.perSecond)),
      Math.max(...rounds.map((round) => round.perSecond)),
    ]
    console.error(
      `One core: ${perSecond.toFixed(0)} submissions a second (${lowest.toFixed(0)} to ${highest.toFixed(0)}), p50 ${medianOf('p50').toFixed(0)} ms, p99 ${medianOf('p99').toFixed(0)} ms; ` +
        `of the processor ${medianOf('portalMs').toFixed(2)} ms each for the portal and ${medianOf('databaseMs').toFixed(2)} ms for the database`,
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
