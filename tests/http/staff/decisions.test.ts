import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { nextMinute } from '../../support/accounts.ts'
import { type DecisionDesk, decisionDesk, good, sentOnes } from '../../support/decisions.ts'
import { openPortal, type Portal } from '../../support/portal.ts'

let portal: Portal
let desk: DecisionDesk
before(async () => {
  portal = await openPortal()
  desk = await decisionDesk(portal)
})
beforeEach(() => nextMinute())
after(() => portal.close())

describe('lists of decisions', () => {
  test('from a draft to what the applicants see', async () => {
    const job = await desk.job()
    const ids = await sentOnes(portal, job, 3)
    const list = await desk.proposed(job, 'shortlisted', ids)
    console.log(JSON.stringify(list, null, 1))
    good(await desk.decide(list.id, { approve: true, digest: list.digest }))
    const id = await desk.applied(job, 'screening', await sentOnes(portal, job, 2))
    console.log((await desk.look(id)).json)
    assert.equal((await desk.look(list.id)).json.state, 'applied')
  })
})
