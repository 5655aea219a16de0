import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { FROM_LEVEL, type Level } from '#contract/last-hour/brownout.ts'
import type { Db } from '../database/connect.ts'
import { Line } from '../line/line.ts'
import type { Mark } from '../line/mark.ts'
import type { Secrets } from '../secrets.ts'
import { nextLevel, type Pressure } from './control.ts'
import { createLoadMeter, type Measured, type NodeLoad, NOTHING_MEASURED, sumLoads } from './node-load.ts'
import { type BrownoutRow, moveRow, readRow, releaseRow, reportAndRead } from './store.ts'

// A brownout level says how much is left out under overload. A mark is a moment: people who joined the
// waiting line before it may enter.
export const TICK_MS = 1_000
/** While nothing is overloaded, each process reports its load this often (in ms), to spare the database. */
const REPORT_MS = 5_000
/** A process whose calls wait longer than this for slots reports its load every second. */
const BUSY_QUEUE_MS = 10
/** How long a process may change the row of the table `brownout` before it must renew that lease. */
const LEASE_MS = 10_000
const MAX_NAME_LENGTH = 100
/** How many people a second may enter from the line, until this process has measured its own rate. */
const DEFAULT_RATE = 20

type BrownoutDeps = {
  db: Db
  now: () => Date
  secrets: Secrets
  log: (level: 'info' | 'warn', event: string, fields?: { count: number }) => void
}
type BrownoutOptions = {
  /** What admission (which decides who is answered) has measured. */
  measured?: () => Measured
  /** How many submits wait with a ticket for their result. */
  ticketCount?: () => number
  /** The version of the code that this process runs. Officers see it. */
  version?: string
  /** Is called whenever the controller changes the brownout level. */
  onLevelChange?: (from: Level, to: Level, load: NodeLoad) => Promise<void>
}

/**
 * What one process knows of the brownout level and the waiting line, and uses to change them. The table
 * `brownout` has a single row. Its mover is the process that may change that row, until its lease is over.
 */
type Controller = {
  deps: BrownoutDeps
  processId: string
  /** The name and version of this process, for officers. */
  machine: { name: string; version: string }
  line: Line
  onLevelChange: BrownoutOptions['onLevelChange']
  listeners: (() => void)[]
  pressure: Pressure
  /** True while the level is the one that an officer has set. */
  isSetByHand: boolean
  isRowUnreadable: boolean
  processCount: number
  /** The load of all processes together, or of this process only while the row cannot be read. */
  totalLoad: NodeLoad
  /** When this process last reported its load; -Infinity if never. */
  reportedAtMs: number
  /** When this process last computed the level and the mark; -Infinity if never. */
  computedAtMs: number
}

/** The controller's state before it first reads the row of `brownout`. */
const UNREAD = {
  pressure: { level: 0, hotSeconds: 0, calmSeconds: 0 },
  isSetByHand: false,
  isRowUnreadable: false,
  processCount: 1,
  reportedAtMs: -Infinity,
  computedAtMs: -Infinity,
} satisfies Partial<Controller>

const EMPTY_LINE = { waiting: 0, passed: 0, turnedAway: 0 }
const NO_TICKETS = 0

const hasLine = (level: Level) => level >= FROM_LEVEL.registrationInLine

/** Makes a level and a mark of the line valid in this process. */
function adopt(controller: Controller, level: Level, mark: Mark | undefined, nowMs: number) {
  const { line } = controller
  if (level !== controller.pressure.level) controller.pressure = { level, hotSeconds: 0, calmSeconds: 0 }
  // A line that has just started has no mark yet. Then everyone who came until now may enter.
  const firstMark = { untilMs: nowMs, ratePerSecond: line.mark()?.ratePerSecond ?? DEFAULT_RATE }
  line.set(hasLine(level) ? (mark ?? firstMark) : undefined, controller.processCount, nowMs)
  for (const listener of controller.listeners) listener()
}

/** The next mark of the line. It depends on the time since this process last computed level and mark. */
function nextMark({ line, computedAtMs, totalLoad }: Controller, nowMs: number, lineIsEmpty: boolean): Mark {
  const elapsedMs = Number.isFinite(computedAtMs) ? nowMs - computedAtMs : TICK_MS
  return line.next(nowMs, elapsedMs, totalLoad, lineIsEmpty)
}

/** Whether this process's lease has more than half of its time left. Then it need not be renewed yet. */
const leaseIsFresh = ({ processId }: Controller, row: BrownoutRow, nowMs: number) =>
  row.mover === processId && (row.mover_until?.getTime() ?? 0) > nowMs + LEASE_MS / 2

/** Computes the next level and the next mark of the line, and stores them for all processes. */
async function moveLevelAndMark(controller: Controller, row: BrownoutRow, nowMs: number) {
  const { deps, line, totalLoad } = controller
  const lineIsEmpty = totalLoad.line.waiting < 1
  const previousLevel = row.level
  controller.pressure = row.by_hand
    ? { level: previousLevel, hotSeconds: 0, calmSeconds: 0 }
    : nextLevel({ ...controller.pressure, level: previousLevel }, totalLoad, lineIsEmpty)
  const { level } = controller.pressure
  const mark = hasLine(level) ? nextMark(controller, nowMs, lineIsEmpty) : undefined
  controller.computedAtMs = nowMs
  const rowMayStay = level === previousLevel && !hasLine(level) && row.line_until === null
  if (rowMayStay && leaseIsFresh(controller, row, nowMs)) return adopt(controller, level, undefined, nowMs)
  const change = {
    level,
    levelAt: level === previousLevel ? row.level_at : new Date(nowMs),
    until: mark ? new Date(mark.untilMs) : null,
    // A pace of 1 means that the mark moves as fast as the clock.
    pace: line.mark()?.pace ?? 1,
    rate: mark?.ratePerSecond ?? row.line_rate,
    version: row.version,
  }
  const isMoved = await moveRow(
    deps.db,
    controller.processId,
    change,
    new Date(nowMs),
    new Date(nowMs + LEASE_MS),
  )
  if (!isMoved) {
    // Another process has changed the row, or an officer has set the level. The next read shows which.
    controller.pressure = { ...controller.pressure, level: previousLevel }
    return
  }
  adopt(controller, level, mark, nowMs)
  if (level === previousLevel) return
  deps.log('warn', 'brownout.level', { count: level })
  await controller.onLevelChange?.(previousLevel, level, totalLoad)
}

/** Reads the row. If a report of this process's load is due, it is stored in the same statement. */
async function readBrownoutRow(
  controller: Controller,
  ownLoad: NodeLoad,
  nowMs: number,
): Promise<BrownoutRow> {
  const { db } = controller.deps
  const reportIsDue =
    nowMs - controller.reportedAtMs >= REPORT_MS ||
    ownLoad.queueMs > BUSY_QUEUE_MS ||
    ownLoad.shed > 0 ||
    controller.pressure.level > 0
  const row = reportIsDue
    ? await reportAndRead(db, { id: controller.processId, ...controller.machine }, ownLoad, new Date(nowMs))
    : await readRow(db, controller.processId, new Date(nowMs))
  if (!row) throw new Error('the table `brownout` has no row')
  if (reportIsDue) controller.reportedAtMs = nowMs
  // Without a report, the row has only the loads of the other processes. So the own load is added.
  return reportIsDue ? row : { ...row, nodes: [ownLoad, ...row.nodes] }
}

async function readAndMove(controller: Controller, ownLoad: NodeLoad, nowMs: number) {
  const row = await readBrownoutRow(controller, ownLoad, nowMs)
  controller.processCount = row.nodes.length
  controller.totalLoad = sumLoads(row.nodes)
  controller.isSetByHand = row.by_hand
  if (controller.isRowUnreadable) controller.deps.log('info', 'brownout.row_back')
  controller.isRowUnreadable = false
  const isMover = row.mover === controller.processId
  // The mover need not adopt the mark that it wrote: it did so when it wrote the mark.
  if (row.level !== controller.pressure.level || !isMover) {
    const mark = row.line_until
      ? { untilMs: row.line_until.getTime(), ratePerSecond: row.line_rate }
      : undefined
    adopt(controller, row.level, mark, nowMs)
  }
  const leaseIsOver = row.mover === null || (row.mover_until?.getTime() ?? 0) <= nowMs
  if (isMover || leaseIsOver) await moveLevelAndMark(controller, row, nowMs)
}

/** While the row cannot be read, the level may only rise. This process admits its own share of the line. */
function continueWithoutRow(controller: Controller, ownLoad: NodeLoad, nowMs: number) {
  const { line, pressure } = controller
  if (!controller.isRowUnreadable) controller.deps.log('warn', 'brownout.row_unreadable')
  controller.isRowUnreadable = true
  controller.totalLoad = ownLoad
  // No one knows whether the lines of all processes are empty, so they count as not empty.
  const lineIsEmpty = false
  const proposed = controller.isSetByHand ? pressure : nextLevel(pressure, ownLoad, lineIsEmpty)
  const neverLower = proposed.level >= pressure.level ? proposed : { ...pressure, hotSeconds: 0 }
  // This mark is only for this process, so only its own line counts.
  const ownLineIsEmpty = line.isEmpty(nowMs)
  const mark = hasLine(neverLower.level) ? line.next(nowMs, TICK_MS, ownLoad, ownLineIsEmpty) : undefined
  controller.pressure = neverLower
  adopt(controller, neverLower.level, mark, nowMs)
}

/**
 * The brownout level and the waiting line of the portal. One row of the database holds both for all
 * processes. Each process reads it every second, and one process at a time may change it. While the row
 * cannot be read, each process continues with what it read last. It may then raise its own level, never lower
 * it. It adopts the row again as soon as it can be read.
 * Long: its functions share one controller, one line and the running step.
 */
export function openBrownout(
  deps: BrownoutDeps,
  {
    measured = () => NOTHING_MEASURED,
    ticketCount = () => 0,
    version = '',
    onLevelChange,
  }: BrownoutOptions = {},
) {
  const line = new Line(deps.secrets)
  const measureLoad = createLoadMeter(measured)
  const controller: Controller = {
    ...UNREAD,
    deps,
    processId: randomUUID(),
    machine: { name: hostname().slice(0, MAX_NAME_LENGTH), version },
    line,
    onLevelChange,
    listeners: [],
    totalLoad: measureLoad(EMPTY_LINE, NO_TICKETS),
  }

  const step = async () => {
    const nowMs = deps.now().getTime()
    const counts = {
      waiting: line.waitingCount(nowMs),
      passed: line.passedInLastMinute(nowMs),
      turnedAway: line.takeTurnedAway(),
    }
    const ownLoad = measureLoad(counts, ticketCount())
    try {
      await readAndMove(controller, ownLoad, nowMs)
    } catch {
      continueWithoutRow(controller, ownLoad, nowMs)
    }
  }
  let runningStep: Promise<void> | undefined
  /**
   * The work of one second: reads the row and, if this process is the mover, changes it. Never runs twice at
   * the same time.
   */
  const tick = () => (runningStep ??= step().finally(() => (runningStep = undefined)))

  return {
    level: (): Level => controller.pressure.level,
    line,
    totalLoad: () => controller.totalLoad,
    processCount: () => controller.processCount,
    isRowUnreadable: () => controller.isRowUnreadable,
    /** Registers a function to call whenever the level or the line may have changed. */
    onChange: (listener: () => void) => void controller.listeners.push(listener),
    tick,
    /** Adopts a change of the row that was just written. A running step may have read the row before. */
    async follow() {
      await runningStep
      await tick()
    },
    /** Waits for the running step. Then another process may move the row at once. */
    async release() {
      await runningStep
      await releaseRow(deps.db, controller.processId).catch(() => {})
    },
  }
}
export type Brownout = ReturnType<typeof openBrownout>
