import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { nextMinute } from '../support/accounts.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { ceremonyStaff } from '../support/ceremony-staff.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { good } from '../support/decisions.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// When officers archive a job, its page goes. What proves its selection stays.

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

test('selection: its rule, ceremony, result and files stay public after its job is archived (selection#selection-public-files)', async () => {
  const job = await jobForSelection(portal, await jobStaff(portal))
  await drawSelection(portal, job)
  await publishSelection(portal, job)
  /** The public evidence as everyone reads it now. */
  const evidence = async () => {
    nextMinute()
    const texts = []
    for (const path of [
      '/api/selections/',
      `/api/selections/${job}/`,
      `/api/selections/${job}/results/1/`,
      `/api/selections/${job}/results/1/units/1/`,
      `/api/jobs/${job}/selection-rule/`,
      `/log/selections/${job}/1/selection.json`,
      `/log/selections/${job}/1/unit-1.jsonl`,
    ]) {
      const { status, json, text } = await portal.visitor().get(path)
      assert.equal(status, 200, path)
      texts.push(json ?? text)
    }
    return texts
  }
  const before = await evidence()
  const staff = await jobStaff(portal)
  await staff.changed(job, { kind: 'archive' })
  assert.equal((await portal.visitor().get(`/api/jobs/${job}/`)).status, 404)
  const after = await evidence()
  const [ceremony] = after[1].selections
  assert.equal(ceremony.job.is_public, false)
  ceremony.job.is_public = true
  assert.deepEqual(after, before)

  // Archiving does not open the rule again either.
  const path = `/api/staff/jobs/${job}/selection-rule/`
  const { content } = good(await staff.author.visitor.get(path)).approved
  const body = { content, updated_at: '' }
  const refused = await staff.author.visitor.request('PUT', path, { body })
  assert.deepEqual([refused.status, refused.json.message], [409, WORDS.closed])
})

test('selection: a job is archived while its selection runs, and its ceremony stays public (selection#selection-public-files)', async () => {
  portal.clock.set(A_TUESDAY)
  const ceremony = await ceremonyStaff(portal, 1)
  const job = await ceremony.job()
  good(await ceremony.freeze(job, ceremony.inHours(25)))
  const [frozen] = await ceremony.publicOnes(job)
  const staff = await jobStaff(portal)
  await staff.changed(job, { kind: 'archive' })
  assert.deepEqual(await ceremony.publicOnes(job), [{ ...frozen, job: { ...frozen.job, is_public: false } }])
  assert.equal((await portal.visitor().get(`/api/jobs/${job}/selection-rule/`)).status, 200)
  await ceremony.throwDice(job)
  await appendCheckpoint(portal.deps)
  await ceremony.afterRound(job)
  assert.equal(good(await ceremony.giveBeacon(job)).ceremony.state, 'drawn')
  assert.equal((await ceremony.publicOnes(job))[0].state, 'drawn')
})

test('selection: a job that was archived meanwhile gets another ceremony after one that failed (selection#selection-dice)', async () => {
  portal.clock.set(A_TUESDAY)
  const ceremony = await ceremonyStaff(portal, 1)
  const job = await ceremony.job()
  good(await ceremony.freeze(job, ceremony.inHours(25)))
  await (await jobStaff(portal)).changed(job, { kind: 'archive' })
  await ceremony.afterRound(job)
  await advanceSelections(portal.deps)
  assert.equal((await ceremony.publicOnes(job))[0].state, 'failed')
  good(await ceremony.freeze(job, ceremony.inHours(25)))
  assert.equal((await ceremony.read(job)).ceremony.state, 'frozen')
})

test('selection: the rule of a job that was archived without a selection is not public', async () => {
  portal.clock.set(A_TUESDAY)
  const staff = await jobStaff(portal)
  const job = await jobForSelection(portal, staff)
  const path = `/api/jobs/${job}/selection-rule/`
  assert.equal((await portal.visitor().get(path)).status, 200)
  await staff.changed(job, { kind: 'archive' })
  nextMinute()
  assert.equal((await portal.visitor().get(path)).status, 404)
})
