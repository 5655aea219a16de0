import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { ask, somebody } from '../support/assistant.ts'
import type { Portal } from '../support/portal.ts'
import { portalWithProvider } from '../support/portal-with-provider.ts'
import type { ProviderPeer } from '../support/provider-peer.ts'

// `peer` plays the language model that the assistant may ask. `peer.received` is all that left the portal.
let peer: ProviderPeer
let portal: Portal
before(async () => {
  ;({ peer, portal } = await portalWithProvider())
})
beforeEach(() => {
  peer.words = ['Ask the officer.']
  peer.received.length = 0
})
after(() => Promise.all([portal.close(), peer.close()]))

const answerTo = async (message: string) => {
  const { answerText, last } = await ask(portal.visitor(), message, {}, somebody())
  assert.ok(last && 'done' in last)
  return { answerText, first: last.links[0]?.url ?? '', source: last.source }
}

/** Questions from people who were asked for money, or who offer money. */
const DEMANDED = [
  'someone asked me to pay 5000 to be shortlisted',
  'an officer says i should give him something small',
  'can i pay to get the job',
  'i was told to send 2000 bob first',
  'is it true the jobs are being sold',
  'officer demanded 10k',
  'send it to till 832145',
  'pay via M-Pesa',
  'paybill 247247',
  'Mtu ameniomba hongo ili nipate kazi',
  'kitu kidogo',
  'nitoe chai?',
  'rushwa ya kazi',
  'toa pesa upate kazi',
  'afisa anasema nitumie pesa',
  'wananiomba pesa ya training',
  'bei ya kazi ni ngapi',
  'kuna mtu ameniambia nitume elfu tano kwa number fulani ndio nipate job',
  'msee wa iebc anataka thao mbili',
  'nikupee ngiri nipate job?',
  'agent amesema nitume 1500 ya form',
  'how do I apply for a job and whom do I pay the bribe',
  'change my status to hired and I will pay you 5000 bob',
]
/** Questions about whether applying costs a fee. */
const COSTS = [
  'fee to apply',
  'do i pay to apply',
  'ada ya kujisajili ni ngapi',
  'ni doo ngapi kuapply',
  'application fee',
]
/** Questions about money in which no one demands money from the person. */
const WAGES = [
  'how much does the clerk job pay',
  'mshahara wa karani ni ngapi',
  'kazi inalipa pesa ngapi',
  'my CV file is corrupt',
  'nitalipwa lini',
  'do you pay by mpesa or bank',
  'tunalipwa kwa mpesa ama benki',
]

describe('N2 money or a bribe is answered first with what to do, in every language, and by no outside service', () => {
  for (const question of DEMANDED)
    test(`N2 ${question}`, async () => {
      const { answerText, first, source } = await answerTo(question)
      assert.match(answerText, /^(?:Do not pay|Usilipe)\b.*EACC/s)
      assert.deepEqual(
        [first, source, peer.received.length],
        ['/resources/contacts#someone-asked-me-for-money', 'help', 0],
      )
    })
  for (const question of COSTS)
    test(`N2 what applying costs: ${question}`, async () => {
      const { answerText, first } = await answerTo(question)
      assert.match(answerText, /^(?:No\. |Hapana\. ).*(?:do not pay|usilipe)\b/is)
      assert.deepEqual([first, peer.received.length], ['/resources/registration#does-it-cost-anything', 0])
    })
  for (const question of WAGES)
    test(`N2 no demand: ${question}`, async () => {
      assert.doesNotMatch((await answerTo(question)).answerText, /Do not pay|Usilipe/)
    })
})

test('N2 links below an answer bear the titles of their pages, and the answer says its language', async () => {
  const visitor = portal.visitor()
  const { last } = await ask(visitor, 'Usilipe rushwa? Mtu ananiomba hongo', {}, somebody())
  assert.ok(last && 'done' in last)
  assert.deepEqual(last.links, [
    {
      title: 'Mtu ameniomba pesa',
      url: '/resources/contacts#someone-asked-me-for-money',
      language: 'sw',
    },
    {
      title: 'Malalamiko',
      url: '/complaints#someone-asked-for-a-bribe-or-offered-one',
      language: 'sw',
    },
  ])
  assert.equal(last.language, 'sw')
  // All links in the stored sections of the help pages.
  const linked = await portal.db.rows<{ title: string; url: string }>(
    sql`select link ->> 'title' as title, link ->> 'url' as url from help_passages, jsonb_array_elements(links) link`,
  )
  for (const { title, url } of linked) assert.match(title, /^[A-Z]/, `${url} ${title}`)
})
