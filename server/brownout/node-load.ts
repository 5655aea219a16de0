import { CLASSES, type Class } from '#contract/endpoint.ts'
import type { Load } from './control.ts'
import { recordOf } from '../record-of.ts'

/** How many calls of each class were admitted and shed. */
export type CallCounts = Record<Class, { admitted: number; shed: number }>

/** What admission has counted since the process started, and how long requests wait now. */
export type Measured = {
  classes: CallCounts
  queueMs: number
  /** The wait of calls that need a password hash. */
  logins?: { queueMs: number }
}

/** How busy one process is: its last second decides the level, its last minute is for people to read. */
export type NodeLoad = Load & {
  minute: CallCounts
  /**
   * People who wait in the line with this process's tickets, and people who passed its entrance in the last
   * minute.
   */
  line: { waiting: number; passed: number }
  /** About how many submits have a ticket and no verdict yet. */
  tickets: number
}

const difference = (later: CallCounts, earlier: CallCounts): CallCounts =>
  recordOf(CLASSES, (name) => ({
    admitted: later[name].admitted - earlier[name].admitted,
    shed: later[name].shed - earlier[name].shed,
  }))

const copyOf = (counts: CallCounts): CallCounts => recordOf(CLASSES, (name) => ({ ...counts[name] }))

export const NOTHING_MEASURED: Measured = {
  classes: recordOf(CLASSES, () => ({ admitted: 0, shed: 0 })),
  queueMs: 0,
}

type LineCounts = NodeLoad['line'] & { turnedAway: number }
/** The counts at the start of each second of the last minute, and those of now. */
const SNAPSHOTS = 61

/**
 * Returns a function to call every second. From counts since the start it makes the last second and minute.
 */
export function createLoadMeter(measured: () => Measured) {
  const snapshots: CallCounts[] = [copyOf(measured().classes)]
  return ({ turnedAway, ...line }: LineCounts, tickets: number): NodeLoad => {
    const { classes, queueMs, logins } = measured()
    const longestQueueMs = Math.max(queueMs, logins?.queueMs ?? 0)
    const secondAgo = snapshots.at(-1) ?? classes
    snapshots.push(copyOf(classes))
    if (snapshots.length > SNAPSHOTS) snapshots.shift()
    const second = difference(classes, secondAgo)
    const shed = CLASSES.filter((name) => name !== 'extra').reduce((sum, name) => sum + second[name].shed, 0)
    return {
      queueMs: Math.round(longestQueueMs * 10) / 10,
      shed,
      turnedAway,
      savesShed: second.submit.shed + second.save.shed,
      minute: difference(classes, snapshots[0] ?? classes),
      line,
      tickets,
    }
  }
}

const sum = (nodes: NodeLoad[], numberOf: (node: NodeLoad) => number) =>
  nodes.reduce((total, node) => total + numberOf(node), 0)

/** The load of all machines together: the longest queue, and the sum of all counts. */
export const sumLoads = (nodes: NodeLoad[]): NodeLoad => ({
  queueMs: Math.max(0, ...nodes.map(({ queueMs }) => queueMs)),
  shed: sum(nodes, (node) => node.shed),
  turnedAway: sum(nodes, (node) => node.turnedAway),
  savesShed: sum(nodes, (node) => node.savesShed),
  minute: recordOf(CLASSES, (name) => ({
    admitted: sum(nodes, (node) => node.minute[name].admitted),
    shed: sum(nodes, (node) => node.minute[name].shed),
  })),
  line: { waiting: sum(nodes, (node) => node.line.waiting), passed: sum(nodes, (node) => node.line.passed) },
  tickets: sum(nodes, (node) => node.tickets),
})
