import { CLASSES, type Class } from '#contract/endpoint.ts'
import type { Load } from './control.ts'
import { recordOf } from '../record-of.ts'

/** How many calls of each class were admitted, and how many were refused. */
type CallCounts = Record<Class, { admitted: number; shed: number }>

/** What admission has counted since the process started, and how long requests wait at present. */
export type Measured = {
  classes: CallCounts
  /** How long a request waited on average in the last window of time, in milliseconds. */
  queueMs: number
  /** How long a call that needs a password hash waited on average in that window, in milliseconds. */
  logins?: { queueMs: number }
}

/** How busy one process is. Its last second decides the level; officers read its last minute. */
export type NodeLoad = Load & {
  minute: CallCounts
  /**
   * How many people wait in the line with a ticket of this process, and how many entered in the last minute.
   */
  line: { waiting: number; passed: number }
  /** About how many submits have a ticket but no verdict yet. */
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
/** The counts at the start of each second of the last minute, and the present ones. */
const SNAPSHOTS = 61

/** Returns a function to call every second, which computes the counts of the last second and minute. */
export function createLoadMeter(measured: () => Measured) {
  const snapshots: CallCounts[] = [copyOf(measured().classes)]
  return ({ turnedAway, ...line }: LineCounts, tickets: number): NodeLoad => {
    const { classes, queueMs, logins } = measured()
    const longestQueueMs = Math.max(queueMs, logins?.queueMs ?? 0)
    const countsSecondAgo = snapshots.at(-1) ?? classes
    snapshots.push(copyOf(classes))
    if (snapshots.length > SNAPSHOTS) snapshots.shift()
    const second = difference(classes, countsSecondAgo)
    const shed = CLASSES.filter((name) => name !== 'extra').reduce((sum, name) => sum + second[name].shed, 0)
    return {
      // One decimal is enough for officers and for the limits.
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

/** The load of all machines together: the longest wait, and the sums of all counts. */
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
