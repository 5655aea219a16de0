import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createHasher } from '../../server/hasher.ts'
import { login, member, nextMinute } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Answer } from '../support/visitor.ts'

const ACCOUNTS = 60
const TRIES = 5
const WARM_UP = 20
const ROUNDS = 3

let portal: Portal
const known: string[] = []
before(async () => {
  // The hash is so slow that a skipped hash shows, and so quick that other steps show too.
  portal = await openPortal({ hasher: createHasher({ memoryKib: 8_192, passes: 1 }) })
  for (let index = 0; index < ACCOUNTS; index++) {
    if (index % 20 === 0) nextMinute()
    known.push((await member(portal)).email)
  }
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

/**
 * The chance that a call for a known address takes longer than one for an unknown address (area under the ROC
 * curve). It is 0.5 when the time tells nothing.
 */
const areaUnderRoc = (ofKnown: number[], ofUnknown: number[]) => {
  let wins = 0
  for (const left of ofKnown)
    for (const right of ofUnknown) wins += left > right ? 1 : left === right ? 0.5 : 0
  return wins / (ofKnown.length * ofUnknown.length)
}

/** All that a caller sees of a reply, except its date and its request id. */
const seen = ({ status, text, headers }: Answer) =>
  JSON.stringify([status, text, [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))])

type Ask = (email: string, ip: string) => Promise<Answer>
/**
 * Calls with 300 pairs of a known and an unknown address in random order, and compares the replies. The first
 * pairs have negative indexes: they warm up and are not measured. Returns the area under the ROC curve.
 */
async function measured(ask: Ask, round: number): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const pairs = Array.from({ length: ACCOUNTS * TRIES }, (_, index) => index)
  for (const index of [...pairs.slice(0, WARM_UP).map((index) => index - WARM_UP), ...pairs]) {
    if (index % 100 === 0) {
      // An hour passes, so that no account is locked and failures do not make the portal want a captcha (T3).
      portal.clock.advance(61 * 60_000)
      nextMinute()
    }
    const account = (index + ACCOUNTS) % ACCOUNTS
    const both = [
      { kind: 'known', email: known[account] ?? '' },
      { kind: 'unknown', email: `nobody${account}@example.com` },
    ] as const
    const order = Math.random() < 0.5 ? both : both.toReversed()
    const answers: string[] = []
    for (const { kind, email } of order) {
      const from = process.hrtime.bigint()
      const answer = await ask(email, `41.${170 + round}.${account}.1`)
      const took = Number(process.hrtime.bigint() - from)
      if (index >= 0) times[kind].push(took)
      answers.push(seen(answer))
    }
    assert.equal(answers[0], answers[1])
  }
  return areaUnderRoc(times.known, times.unknown)
}

/** Expects one round in which the time tells nothing. A leak would show in every round. */
async function tellsNothing(ask: Ask) {
  const areas: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    areas.push(await measured(ask, round))
    if ((areas.at(-1) ?? 0) >= 0.4 && (areas.at(-1) ?? 1) <= 0.6) return
  }
  return assert.fail(`the time tells who has an account: ${areas.map((area) => area.toFixed(2)).join(', ')}`)
}

describe('T1: neither bytes nor time show who has an account', () => {
  test('login', { timeout: 120_000 }, async () => {
    portal.clock.set(A_TUESDAY)
    await tellsNothing((email, ip) => login(portal.visitor(), email, 'Wrong7password', { ip }))
  })
  test('password-reset-request', { timeout: 120_000 }, async () => {
    portal.clock.set(new Date(A_TUESDAY.getTime() + 30 * 86_400_000))
    await tellsNothing((email, ip) =>
      portal.visitor().post('/api/password-reset-request/', { email }, { ip }),
    )
  })
})
