import { chromium } from '@playwright/test'
import { builtPages } from '../server/app.ts'
import { openJob } from '../tests/support/applying.ts'
import {
  bytesByKind,
  costOf,
  JOURNEY_LIMITS,
  type Stage,
  walkWholeJourney,
} from '../tests/support/journey-cost.ts'
import { chromiumPath } from '../tests/chromium.ts'
import { FORM_LIMITS, timeForm } from '../tests/support/opened-form.ts'
import { openPortal } from '../tests/support/portal.ts'

const NAMES = {
  homePageBytes: 'Bytes of the first view of the home page',
  bytes: 'Bytes of the whole journey',
  sentBytes: 'Bytes that the phone sends on it',
  requests: 'Requests',
  keys: 'Keys by hand',
  keysWithManager: 'Keys with a password manager',
} as const
const KINDS = ['pages', 'styles', 'scripts', 'fonts', 'calls', 'headers'] as const

const markdown = (rows: string[][]) =>
  rows
    .map((cells) => `| ${cells.join(' | ')} |`)
    .toSpliced(1, 0, `|${rows[0]?.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`)
    .join('\n')

/** A row of the table of stages of an application's journey. `down`: the bytes that the device receives. */
const rowOf = (name: string, stage: Pick<Stage, 'down' | 'requests' | 'keys' | 'answers'>) => {
  const weights = bytesByKind(stage)
  return [
    name,
    ...[stage.down, ...KINDS.map((kind) => weights[kind]), stage.requests, stage.keys].map(format),
  ]
}
const format = (number: number) => number.toLocaleString('en')

/**
 * Walks from the home page to the receipt with an empty cache, and prints the bytes of each stage. Returns
 * whether all `JOURNEY_LIMITS` are met.
 */
export async function bytes(): Promise<boolean> {
  const portal = await openPortal({ app: { pages: builtPages } })
  const browser = await chromium.launch({ executablePath: chromiumPath() })
  try {
    const stages = await walkWholeJourney(browser, portal, await openJob(portal))
    const cost = costOf(stages)
    const all = {
      down: cost.bytes,
      requests: cost.requests,
      keys: cost.keys,
      answers: stages.flatMap(({ answers }) => answers),
    }
    console.log(
      markdown([
        ['Part', 'Bytes', ...KINDS, 'requests', 'keys'],
        ...stages.map((stage) => rowOf(stage.name, stage)),
        rowOf('All', all),
      ]),
    )
    const limits = Object.entries(JOURNEY_LIMITS) as [keyof typeof cost, number][]
    const verdicts = limits.map(([name, limit]) => [
      NAMES[name],
      format(cost[name]),
      `at most ${format(limit)}`,
      cost[name] <= limit ? 'met' : 'MISSED',
    ])
    const form = await timeForm(browser, portal)
    const isQuick = form.ms <= FORM_LIMITS.ms && form.requests.length <= FORM_LIMITS.requests
    verdicts.push([
      'The form, after the tap on a poor phone',
      `${format(Math.round(form.ms))} ms, ${form.requests.length} requests`,
      `at most ${format(FORM_LIMITS.ms)} ms, ${FORM_LIMITS.requests} requests`,
      isQuick ? 'met' : 'MISSED',
    ])
    console.log(`\n${markdown([['What', 'Measured', 'Goal', 'Verdict'], ...verdicts])}`)
    return isQuick && limits.every(([name, limit]) => cost[name] <= limit)
  } finally {
    await browser.close()
    await portal.close()
  }
}
