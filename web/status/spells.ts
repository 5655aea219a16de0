import { shortDeadline } from '#contract/dates.ts'
import type { MinuteState } from '#contract/status/health-minutes.ts'
import type { HealthMinute } from '#contract/status/endpoints.ts'

const MINUTE_MS = 60_000
const BLOCK = 360
/** Blocks start at midnight, 6 a.m., noon and 6 p.m. in Nairobi, three hours ahead of UTC. */
const SHIFT = 180
const MOST_SPELLS = 100

type Run = { from: number; length: number; state: MinuteState }
export type Block = { start: string; words: string; runs: Run[] }
export type Spell = { start: string; minutes: number; state: MinuteState; stopped: boolean }

const numberOf = (minute: HealthMinute) => Date.parse(minute.at) / MINUTE_MS
const blockOf = (minute: number) => Math.floor((minute + SHIFT) / BLOCK)

const wordsOf = (start: string, runs: Run[]) => {
  const sum = (state: MinuteState) =>
    runs.reduce((all, run) => all + (run.state === state ? run.length : 0), 0)
  return `Six hours from ${shortDeadline(start)}: ${sum('up')} minutes up, ${sum('degraded')} slow, ${sum('down')} down`
}

/** The minutes in blocks of six hours, newest first; each block as runs of the same state. */
export function hoursOf(minutes: HealthMinute[]): Block[] {
  const blocks = new Map<number, Run[]>()
  for (const minute of minutes) {
    const number = numberOf(minute)
    const block = blockOf(number)
    const runs = blocks.get(block) ?? []
    blocks.set(block, runs)
    const from = number + SHIFT - block * BLOCK
    const last = runs.at(-1)
    if (last?.state === minute.state && last.from + last.length === from) last.length++
    else runs.push({ from, length: 1, state: minute.state })
  }
  return [...blocks].reverse().map(([block, runs]) => {
    const start = new Date((block * BLOCK - SHIFT) * MINUTE_MS).toISOString()
    return { start, words: wordsOf(start, runs), runs }
  })
}

/** The times when the portal was not up, newest first. */
export function spellsOf(minutes: HealthMinute[]): Spell[] {
  const spells: Spell[] = []
  let before: HealthMinute | undefined
  for (const minute of minutes) {
    const last = spells.at(-1)
    const stopped = minute.stopped === true
    if (minute.state !== 'up' && last && before?.state === minute.state && last.stopped === stopped)
      last.minutes++
    else if (minute.state !== 'up')
      spells.push({ start: minute.at, minutes: 1, state: minute.state, stopped })
    before = minute
  }
  return spells.reverse().slice(0, MOST_SPELLS)
}
