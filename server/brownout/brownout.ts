import { randomUUID } from 'node:crypto'
import { FROM_LEVEL, type Level } from '#contract/last-hour/brownout.ts'
import type { Db } from '../database/connect.ts'
import { openLine } from '../line/line.ts'
import type { Mark } from '../line/mark.ts'
import type { Secrets } from '../secrets.ts'
import { nextLevel, type Pressure } from './control.ts'
import { type Measured, type NodeLoad, NOTHING, together, watchLoad } from './node-load.ts'
import { beatAndRead, type BrownoutRow, leaveRow, moveRow, readRow, sweepNodes } from './store.ts'

const EVERY_MS = 1_000
/**
 * In calm, a process reports that it lives, and the mover that it moves the row, only this often: one write
 * each, and nothing else.
 */
const BEAT_MS = 5_000
const LEASE_MS = 10_000
const FORGET_MS = 3_600_000

export type BrownoutDeps = {
  db: Db
  now: () => Date
  secrets: Secrets
  log: (level: 'info' | 'warn', event: string, fields?: { count: number }) => void
}
export type BrownoutOptions = {
  /** The counts of admission. */
  measured?: () => Measured
  /** How many submits wait with a ticket. */
  tickets?: () => number
  /** Called for each level that the controller sets. */
  onLevel?: (from: Level, to: Level, load: NodeLoad) => Promise<void>
}

/**
 * The level and the waiting line of the portal. One row holds both for all processes, which read it every
 * second; one process at a time moves it. While the row cannot be read, each process keeps what it read last.
 * It may raise its own level, never lower it, and admits its share of the line. It adopts the row again as
 * soon as it can be read.
 */
export function openBrownout(
  { db, now, log, secrets }: BrownoutDeps,
  { measured = () => NOTHING, tickets = () => 0, onLevel }: BrownoutOptions = {},
) {
  const me = randomUUID()
  const line = openLine(secrets)
  const load = watchLoad(measured)
  const changed: (() => void)[] = []
  let pressure: Pressure = { level: 0, heat: 0, calm: 0 }
  let [byHand, alone, nodes] = [false, false, 1]
  let [beatAt, movedAt] = [-Infinity, -Infinity]
  let all = load({ waiting: 0, passed: 0, turnedAway: 0 }, 0)

  const adopt = (level: Level, mark: Mark | undefined, position: number) => {
    if (level !== pressure.level) pressure = { level, heat: 0, calm: 0 }
    line.set(
      level >= FROM_LEVEL.registrationInLine
        ? (mark ?? { until: position, rate: line.mark()?.rate ?? 20 })
        : undefined,
      nodes,
      position,
    )
    for (const listener of changed) listener()
  }

  const move = async (row: BrownoutRow, position: number) => {
    const lineIsEmpty = all.line.waiting < 1
    const before = row.level
    if (row.by_hand) pressure = { level: before, heat: 0, calm: 0 }
    else pressure = nextLevel({ ...pressure, level: before }, all, lineIsEmpty)
    const { level } = pressure
    const hasLine = level >= FROM_LEVEL.registrationInLine
    const mark = hasLine
      ? line.next(
          position,
          position - (Number.isFinite(movedAt) ? movedAt : position - EVERY_MS),
          all,
          lineIsEmpty,
        )
      : undefined
    const holds = row.mover === me && (row.mover_until?.getTime() ?? 0) > position + LEASE_MS / 2
    movedAt = position
    if (level === before && !hasLine && row.line_until === null && holds)
      return adopt(level, undefined, position)
    const moved = await moveRow(
      db,
      me,
      {
        level,
        levelAt: level === before ? row.level_at : new Date(position),
        until: mark ? new Date(mark.until) : null,
        pace: line.mark()?.pace ?? 1,
        rate: mark?.rate ?? row.line_rate,
        version: row.version,
      },
      new Date(position),
      new Date(position + LEASE_MS),
    )
    // Another process moves the row, or an officer has set the level: the next read shows which.
    if (!moved) return void (pressure = { ...pressure, level: before })
    adopt(level, mark, position)
    if (level === before) return
    log('warn', 'brownout.level', { count: level })
    await onLevel?.(before, level, all)
    await sweepNodes(db, new Date(position - FORGET_MS))
  }

  const readAndMove = async (own: NodeLoad, position: number) => {
    const due = position - beatAt >= BEAT_MS || own.queueMs > 10 || own.shed > 0 || pressure.level > 0
    const row = due
      ? await beatAndRead(db, me, own, new Date(position))
      : await readRow(db, me, new Date(position))
    if (!row) throw new Error('no row')
    if (due) beatAt = position
    const seen = due ? row.nodes : [own, ...row.nodes]
    nodes = seen.length
    all = together(seen)
    byHand = row.by_hand
    if (alone) log('info', 'brownout.row_back')
    alone = false
    const mark = row.line_until ? { until: row.line_until.getTime(), rate: row.line_rate } : undefined
    if (row.level !== pressure.level || row.mover !== me) adopt(row.level, mark, position)
    if (row.mover === me || row.mover === null || (row.mover_until?.getTime() ?? 0) <= position)
      await move(row, position)
  }

  /** Without the row: the level may only rise, and this process admits its own share of the line. */
  const goAlone = (own: NodeLoad, position: number) => {
    if (!alone) log('warn', 'brownout.row_unreadable')
    alone = true
    all = own
    const wished = byHand ? pressure : nextLevel(pressure, own, false)
    const raised = wished.level >= pressure.level ? wished : { ...pressure, heat: 0 }
    const mark =
      raised.level >= FROM_LEVEL.registrationInLine
        ? line.next(position, EVERY_MS, own, line.isEmpty(position))
        : undefined
    pressure = raised
    adopt(raised.level, mark, position)
  }

  let running: Promise<void> | undefined
  const step = async () => {
    const position = now().getTime()
    const own = load(
      { waiting: line.waiting(position), passed: line.passed(position), turnedAway: line.takeTurnedAway() },
      tickets(),
    )
    try {
      await readAndMove(own, position)
    } catch {
      goAlone(own, position)
    }
  }
  /** One second: reads the row and, if this process is the mover, moves it. Never runs twice at once. */
  const tick = () => (running ??= step().finally(() => (running = undefined)))

  return {
    level: (): Level => pressure.level,
    line,
    /** The load of all machines together; while the row is unreadable, of this one. */
    load: () => all,
    nodes: () => nodes,
    isAlone: () => alone,
    /** Registers a function to call whenever the level or the line may have changed. */
    onChange: (listener: () => void) => void changed.push(listener),
    tick,
    start() {
      const timer = setInterval(() => void tick(), EVERY_MS)
      return {
        async stop() {
          clearInterval(timer)
          await running
          await leaveRow(db, me).catch(() => {})
        },
      }
    },
  }
}
export type Brownout = ReturnType<typeof openBrownout>
