import { t } from '@lingui/core/macro'
import { nairobiMidnight, shortMoment } from '#contract/dates.ts'
import type { MinuteState } from '#contract/status/health-minutes.ts'
import type { HealthMinute } from '#contract/status/endpoints.ts'
import { translate } from '../language/translate.ts'

const MINUTE_MS = 60_000
const BLOCK_MS = 6 * 60 * MINUTE_MS
const MAX_SHOWN_DISRUPTIONS = 100

/** Minutes in a row with the same state. `from`: the minutes from the start of the block to the run. */
type Run = { from: number; length: number; state: MinuteState }
type Block = { start: string; words: string; runs: Run[] }
type Disruption = { start: string; minutes: number; state: MinuteState; stopped: boolean }

/** When the six-hour block of a moment starts: at midnight, 6 a.m., noon or 6 p.m. in Nairobi. */
const blockStartMsOf = (momentMs: number) => {
  const midnightMs = nairobiMidnight(new Date(momentMs)).getTime()
  return momentMs - ((momentMs - midnightMs) % BLOCK_MS)
}

const blockText = (start: string, runs: Run[]) => {
  const minutesIn = (state: MinuteState) =>
    runs.reduce((sum, run) => sum + (run.state === state ? run.length : 0), 0)
  const day = translate(shortMoment(start))
  const [up, slow, down] = [minutesIn('up'), minutesIn('degraded'), minutesIn('down')]
  return t`Six hours from ${day}: ${up} minutes up, ${slow} slow, ${down} down`
}

/** Groups minutes into blocks of six hours, newest first. Minutes in a row with the same state form a run. */
export function sixHourBlocks(minutes: HealthMinute[]): Block[] {
  const blocks = new Map<number, Run[]>()
  for (const minute of minutes) {
    const minuteMs = Date.parse(minute.at)
    const blockStartMs = blockStartMsOf(minuteMs)
    const runs = blocks.get(blockStartMs) ?? []
    blocks.set(blockStartMs, runs)
    const from = (minuteMs - blockStartMs) / MINUTE_MS
    const lastRun = runs.at(-1)
    if (lastRun?.state === minute.state && lastRun.from + lastRun.length === from) lastRun.length++
    else runs.push({ from, length: 1, state: minute.state })
  }
  return [...blocks].reverse().map(([blockStartMs, runs]) => {
    const start = new Date(blockStartMs).toISOString()
    return { start, words: blockText(start, runs), runs }
  })
}

/** The periods when the portal was not up, newest first. `stopped`: the operator had stopped it. */
export function disruptionsOf(minutes: HealthMinute[]): Disruption[] {
  const disruptions: Disruption[] = []
  let previousMinute: HealthMinute | undefined
  for (const minute of minutes) {
    const lastDisruption = disruptions.at(-1)
    const stopped = minute.stopped === true
    // A minute belongs to the last disruption if it has the same state and the same cause.
    const isContinued = previousMinute?.state === minute.state && lastDisruption?.stopped === stopped
    if (minute.state !== 'up') {
      if (lastDisruption && isContinued) lastDisruption.minutes++
      else disruptions.push({ start: minute.at, minutes: 1, state: minute.state, stopped })
    }
    previousMinute = minute
  }
  return disruptions.reverse().slice(0, MAX_SHOWN_DISRUPTIONS)
}
