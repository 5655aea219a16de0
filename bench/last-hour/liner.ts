import { setTimeout as wait } from 'node:timers/promises'
import { LINE, type LineMark, type PlaceInLine } from '#contract/line/line.ts'
import { shownWait } from '../../web/line/shown-wait.ts'
import { openCaller } from './ask.ts'
import { callOf, type World } from './calls.ts'
import { random } from './draw.ts'
import { runTask } from './generate.ts'

// A process that plays people who want to log in and must wait in the line. `line-wait.ts` starts it.

export type LinerTask = {
  world: World
  /** How many people arrive in a second, and for how many seconds people arrive. */
  perSecond: number
  seconds: number
  /**
   * One of this many people is watched. A watched person reads the state of the line alone and reports each
   * wait that the portal shows. One reader serves all the others.
   */
  watchEveryNthPerson: number
  /** The time after which everyone in the line gives up. */
  patienceS: number
}
/**
 * A wait that the portal showed to a person, and the person's real wait. `atS`: the time in seconds from the
 * start. `first`: whether it was shown on joining the line.
 */
export type Shown = { atS: number; first: boolean; shownS: number; realS: number }
export type LinerReport = {
  shown: Shown[]
  came: number
  /** How many people logged in at once, after waiting in the line, or never. */
  atOnce: number
  afterLine: number
  never: number
  /** How often the portal refused a person once more, after their turn had come. */
  turnedAway: number
  /** The longest time from a person's arrival to their login. */
  longestS: number
  statuses: Record<string, number>
  /** How often clients read the state of the line. */
  looks: number
}

/**
 * People whose turn has come return spread over two seconds, as on the page: together, they would be a crowd.
 */
const SPREAD_MS = 2_000
/** The wait before a retry when an answer has no `Retry-After`. */
const DEFAULT_RETRY_S = 10
/** A fixed random seed, so that each run is the same. */
const SEED = 5

/**
 * Plays the people, and returns what the portal showed them.
 * Long: its functions share the report, the clock and the mark that one reader reads for all.
 */
async function sendPeople({
  world,
  perSecond,
  seconds,
  watchEveryNthPerson,
  patienceS,
}: LinerTask): Promise<LinerReport> {
  const { ask, close } = openCaller(world)
  const chance = random(SEED)
  const startedAt = performance.now()
  const now = () => (performance.now() - startedAt) / 1_000
  const report: LinerReport = {
    shown: [],
    came: 0,
    atOnce: 0,
    afterLine: 0,
    never: 0,
    turnedAway: 0,
    longestS: 0,
    statuses: {},
    looks: 0,
  }
  const readMark = async (): Promise<LineMark | undefined> => {
    report.looks++
    const { status, body } = await ask({
      kind: 'page',
      method: 'GET',
      path: '/line.json',
      headers: {},
      body: undefined,
      keepsBody: true,
    })
    return status === 200 ? (JSON.parse(body) as LineMark) : undefined
  }
  const isOver = () => now() > patienceS
  // One reader serves all unwatched people. Their own reads would be most of the load.
  let sharedMark: LineMark | undefined
  const sharedReading = (async () => {
    while (!isOver() && report.afterLine + report.atOnce < perSecond * seconds) {
      sharedMark = await readMark()
      await wait(1_000)
    }
  })()

  // The portal answers null when it has no waiting line.
  const hasTurn = (mark: LineMark | undefined, arrivedAt: number) =>
    mark === null || (mark !== undefined && Date.parse(mark.until) >= arrivedAt)

  /** Waits until the turn of this place in the line has come, or the time is over. */
  const waitForTurn = async (place: PlaceInLine, isWatched: boolean, shown: Shown[]): Promise<void> => {
    const arrivedAt = Date.parse(place.arrived_at)
    const waitByMark = shownWait(place)
    if (isWatched) shown.push({ atS: now(), first: true, shownS: place.wait_seconds, realS: 0 })
    await wait(Math.min(LINE.refreshMs, 1_000 * Math.max(1, place.wait_seconds)))
    while (!isOver()) {
      const mark = isWatched ? await readMark() : sharedMark
      if (hasTurn(mark, arrivedAt)) return wait(chance() * SPREAD_MS)
      if (isWatched && mark) shown.push({ atS: now(), first: false, shownS: waitByMark(mark), realS: 0 })
      // Vary the wait by up to a tenth in both directions, as the page does.
      await wait(LINE.refreshMs * (0.9 + chance() * 0.2))
    }
  }

  const person = async (personNumber: number) => {
    const isWatched = personNumber % watchEveryNthPerson === 0
    const shown: Shown[] = []
    const call = { ...callOf(world, 'login', personNumber), keepsBody: true as const }
    const cameS = now()
    let place: PlaceInLine | undefined
    while (!isOver()) {
      const result = await ask(call, { headers: place ? { [LINE.header]: place.ticket } : {} })
      const body = (result.body ? JSON.parse(result.body) : {}) as Partial<PlaceInLine> & { code?: string }
      const key = `${result.status}${body.code === undefined ? '' : ` ${body.code}`}`
      report.statuses[key] = (report.statuses[key] ?? 0) + 1
      if (result.status === 200) {
        for (const entry of shown) report.shown.push({ ...entry, realS: now() - entry.atS })
        if (place) report.afterLine++
        else report.atOnce++
        report.longestS = Math.max(report.longestS, now() - cameS)
        return
      }
      if (body.code === 'line') {
        place = body as PlaceInLine
        await waitForTurn(place, isWatched, shown)
      } else {
        if (place) report.turnedAway++
        await wait(1_000 * (result.retryAfterS ?? DEFAULT_RETRY_S))
      }
    }
    report.never++
  }

  const people: Promise<void>[] = []
  while (people.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, Math.floor(now() * perSecond))
    while (people.length < due) people.push(person(people.length))
    await wait(5)
  }
  await Promise.all(people)
  report.came = people.length
  await sharedReading
  close()
  return report
}

if (process.argv[1] === import.meta.filename) await runTask(sendPeople)
