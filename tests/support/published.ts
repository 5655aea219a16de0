import assert from 'node:assert/strict'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { roundOf } from './ceremony.ts'
import { good } from './decisions.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'

const DICE = '31415926535897932384'
const CLOSED = new Date('2026-12-04T09:00:00Z')

const officers = async (portal: Portal) =>
  [await officer(portal, 'recruiter'), await officer(portal, 'approver')] as const
/** Makes API calls for the ceremony of a job, and returns their replies. */
const actOn = (job: number) => async (by: Officer, name: string, body: object) =>
  good(await by.visitor.post(`/api/staff/jobs/${job}/selection/${name}`, body))

/** Runs a job's ceremony up to the computed result. `advance` does the steps that are due. */
export async function drawSelection(
  portal: Portal,
  job: number,
  advance: () => Promise<void> = () => advanceSelections(portal.deps),
): Promise<void> {
  portal.clock.set(CLOSED)
  const perform = actOn(job)
  const [first, second] = await officers(portal)
  await perform(first, '', { at: '2026-12-05T15:00:00Z', observers: [] })
  await advance()
  const { pool_digest: digest } = good(await second.visitor.get(`/api/staff/jobs/${job}/selection/`))
  const { ceremony } = await perform(second, 'approve/', { digest })
  for (const by of [first, second]) await perform(by, 'dice/', { dice: DICE })
  await appendCheckpoint(portal.deps)
  await advance()
  portal.clock.set(new Date(Date.parse(ceremony.round.at) + 5_000))
  const [later] = await officers(portal)
  await perform(later, 'beacon/', { beacon: JSON.stringify(roundOf(ceremony.round.number)) })
  await advance()
}

/** Two officers approve the decision lists of the result, and these take effect. `publish` publishes it. */
export async function publishSelection(
  portal: Portal,
  job: number,
  publish: () => Promise<void> = () => publishResults(portal.deps),
): Promise<void> {
  const [first, second] = await officers(portal)
  const { lists } = await actOn(job)(first, 'lists/', {})
  assert.ok(lists.length > 0)
  for (const { id } of lists) {
    const { digest } = good(await second.visitor.get(`/api/staff/decisions/${id}/`))
    good(await second.visitor.post(`/api/staff/decisions/${id}/decide/`, { approve: true, digest }))
  }
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publish()
}
