import { setTimeout as wait } from 'node:timers/promises'
import { LINE, type LineMark, type PlaceInLine } from '#contract/line/line.ts'
import { shownWait } from '../../web/line/shown-wait.ts'
import { caller } from './ask.ts'
import { callOf, type World } from './calls.ts'
import { random } from './draw.ts'
import { answer } from './generate.ts'

export type LinerTask = {
  world: World
  /** So many people a second come, for so long. */
  perSecond: number
  seconds: number
  /**
   * One of so many looks by itself and is asked what it was shown; the others only come back when it is their
   * turn.
   */
  watched: number
  /** When nobody goes on, whether or not it was their turn. */
  patienceS: number
}
/** What somebody was shown, and how long before they were in. `first`: at the door. */
export type Shown = { atS: number; first: boolean; seconds: number; realS: number }
export type LinerReport = {
  shown: Shown[]
  came: number
  /** Let in without the line, and after it; people who never were. */
  atOnce: number
  afterLine: number
  never: number
  /** After their turn had come: asked to come back once more. */
  turnedAway: number
  /** The longest that somebody stood. */
  longestS: number
  statuses: Record<string, number>
  looks: number
}

/** Those whose turn has come do not all come in one second, as on the page. */
const SPREAD_MS = 2_000

async function work({ world, perSecond, seconds, watched, patienceS }: LinerTask): Promise<LinerReport> {
  const { ask, close } = caller(world)
  const chance = random(5)
  const began = performance.now()
  const now = () => (performance.now() - began) / 1_000
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
  const look = async (): Promise<LineMark | undefined> => {
    report.looks++
    const { status, body } = await ask({
      kind: 'page',
      method: 'GET',
      path: '/line.json',
      headers: {},
      body: undefined,
      heard: true,
    })
    return status === 200 ? (JSON.parse(body) as LineMark) : undefined
  }
  const isOver = () => now() > patienceS
  // Those who are not watched look all at once, or their looking would be most of the work.
  let shared: LineMark | undefined
  const looking = (async () => {
    while (!isOver() && report.afterLine + report.atOnce < perSecond * seconds) {
      shared = await look()
      await wait(1_000)
    }
  })()

  const hasTurn = (mark: LineMark | undefined, arrived: number) =>
    mark === null || (mark !== undefined && Date.parse(mark.until) >= arrived)

  /** Stands until its turn; answers when that is. */
  const stand = async (place: PlaceInLine, isWatched: boolean, shown: Shown[]): Promise<void> => {
    const arrived = Date.parse(place.arrived_at)
    const secondsBy = shownWait(place)
    if (isWatched) shown.push({ atS: now(), first: true, seconds: place.wait_seconds, realS: 0 })
    await wait(Math.min(LINE.lookMs, 1_000 * Math.max(1, place.wait_seconds)))
    while (!isOver()) {
      const mark = isWatched ? await look() : shared
      if (hasTurn(mark, arrived)) return wait(chance() * SPREAD_MS)
      if (isWatched && mark) shown.push({ atS: now(), first: false, seconds: secondsBy(mark), realS: 0 })
      await wait(LINE.lookMs * (0.9 + chance() * 0.2))
    }
  }

  const person = async (n: number) => {
    const isWatched = n % watched === 0
    const shown: Shown[] = []
    const call = { ...callOf(world, 'login', n), heard: true as const }
    const cameS = now()
    let place: PlaceInLine | undefined
    while (!isOver()) {
      const heard = await ask(call, { headers: place ? { [LINE.header]: place.ticket } : {} })
      const body = (heard.body ? JSON.parse(heard.body) : {}) as Partial<PlaceInLine> & { code?: string }
      const key = `${heard.status}${body.code === undefined ? '' : ` ${body.code}`}`
      report.statuses[key] = (report.statuses[key] ?? 0) + 1
      if (heard.status === 200) {
        for (const shownWaitEntry of shown)
          report.shown.push({ ...shownWaitEntry, realS: now() - shownWaitEntry.atS })
        if (place) report.afterLine++
        else report.atOnce++
        report.longestS = Math.max(report.longestS, now() - cameS)
        return
      }
      if (body.code === 'line') {
        place = body as PlaceInLine
        await stand(place, isWatched, shown)
      } else {
        if (place) report.turnedAway++
        await wait(1_000 * (heard.retryAfter ?? 10))
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
  await looking
  close()
  return report
}

if (process.argv[1] === import.meta.filename) await answer(work)
