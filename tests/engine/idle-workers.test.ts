import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { sweep } from '../../server/housekeeping.ts'
import { publishDue } from '../../server/jobs/write.ts'
import { spreadBatch } from '../../server/messages/spread.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
let client: pg.Client
before(async () => {
  portal = await openPortal()
  await postJobs(portal, {})
  client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
})
after(async () => {
  await client.end()
  await portal.close()
})

test('background work that finds nothing to do drops no finished page', async () => {
  const channels: string[] = []
  const probed = new Promise<void>((done) => {
    client.on('notification', ({ channel }) => {
      channels.push(channel)
      if (channel === 'probe') done()
    })
  })
  // The portal drops its finished pages whenever it hears `jobs_changed`.
  await client.query('listen jobs_changed')
  await client.query('listen probe')
  const { deps } = portal
  assert.equal(await deps.db.tx((tx) => publishDue(tx, deps.now())), 0)
  await deriveWaitingFacts(deps)
  await applyDueLists(deps)
  await spreadBatch(deps)
  await checkpointWriter(deps)()
  await sweep(deps)
  // Notifications arrive in the order of the commits. So when this probe has arrived, all earlier ones have
  // too.
  await client.query('notify probe')
  await probed
  assert.deepEqual(channels, ['probe'])
})
