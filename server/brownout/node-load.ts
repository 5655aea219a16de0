import { CLASSES, type Class } from '#contract/endpoint.ts'
import type { Load } from './control.ts'
import { recordOf } from '../record-of.ts'

/** What admission has counted since the process started, and how long requests wait now. */
export type Measured = {
  classes: Record<Class, { admitted: number; shed: number }>
  queueMs: number
  /** Of those that wait for a password hash. */
  logins?: { queueMs: number }
}

export type ByClass = Record<Class, { admitted: number; shed: number }>

/** How busy one process is: its last second decides the level, its last minute is for people to read. */
export type NodeLoad = Load & {
  minute: ByClass
  /**
   * People who wait in the line with this process's tickets, and people who passed its entrance in the last
   * minute.
   */
  line: { waiting: number; passed: number }
  /** About how many submits have a ticket and no verdict yet. */
  tickets: number
}

const difference = (later: ByClass, earlier: ByClass): ByClass =>
  recordOf(CLASSES, (name) => ({
    admitted: later[name].admitted - earlier[name].admitted,
    shed: later[name].shed - earlier[name].shed,
  }))

const copied = (classes: ByClass): ByClass => recordOf(CLASSES, (name) => ({ ...classes[name] }))

export const NOTHING: Measured = {
  classes: recordOf(CLASSES, () => ({ admitted: 0, shed: 0 })),
  queueMs: 0,
}

/** Turns counts since the start into the last second and the last minute. Holds 61 counts, one per second. */
export function watchLoad(measured: () => Measured) {
  const seconds: ByClass[] = [copied(measured().classes)]
  return ({ turnedAway, ...line }: NodeLoad['line'] & { turnedAway: number }, tickets: number): NodeLoad => {
    const { classes, ...queues } = measured()
    const queueMs = Math.max(queues.queueMs, queues.logins?.queueMs ?? 0)
    seconds.push(copied(classes))
    if (seconds.length > 61) seconds.shift()
    const second = difference(seconds.at(-1) ?? classes, seconds.at(-2) ?? classes)
    const shed = CLASSES.filter((name) => name !== 'extra').reduce((sum, name) => sum + second[name].shed, 0)
    return {
      queueMs: Math.round(queueMs * 10) / 10,
      shed,
      turnedAway,
      savesShed: second.submit.shed + second.save.shed,
      minute: difference(seconds.at(-1) ?? classes, seconds[0] ?? classes),
      line,
      tickets,
    }
  }
}

const sum = (nodes: NodeLoad[], of: (node: NodeLoad) => number) =>
  nodes.reduce((all, node) => all + of(node), 0)

/** The load of all machines together: the longest queue, and the sum of all counts. */
export const together = (nodes: NodeLoad[]): NodeLoad => ({
  queueMs: Math.max(0, ...nodes.map(({ queueMs }) => queueMs)),
  shed: sum(nodes, (load) => load.shed),
  turnedAway: sum(nodes, (load) => load.turnedAway),
  savesShed: sum(nodes, (load) => load.savesShed),
  minute: recordOf(CLASSES, (name) => ({
    admitted: sum(nodes, (load) => load.minute[name].admitted),
    shed: sum(nodes, (load) => load.minute[name].shed),
  })),
  line: { waiting: sum(nodes, (load) => load.line.waiting), passed: sum(nodes, (load) => load.line.passed) },
  tickets: sum(nodes, (load) => load.tickets),
})
