import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import { applicationFilter } from '#contract/review/filter.ts'
import * as z from 'zod/mini'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { sql, type Tx } from '../../server/database/connect.ts'
import { matching, planForValues, type Scope } from '../../server/review/filter.ts'
import { countMatching, pageOfMatching } from '../../server/review/table-store.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
let scope: Scope
before(async () => {
  portal = await openPortal()
  const { big } = await fillForOfficers(portal.db, { people: 3_000, others: 3, each: 2 })
  scope = {
    jobId: big,
    areas: { counties: [], constituencies: [] },
    staffId: 1,
    ageOn: '2026-11-24',
    blind: false,
    liftedUntil: null,
  }
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
})
after(() => portal.close())

const filterOf = (written: Record<string, string>): ApplicationFilter =>
  z.object(applicationFilter).parse(written)

/** The plans of the statements of `ask`, each made for its values and not in general. */
const plansByValue = (ask: (tx: Tx) => Promise<unknown>) =>
  portal.db.tx(async (tx) => {
    await planForValues(tx)
    // Forbid scans: the planner would read a table with so few rows whole.
    await tx.row(sql`select set_config('enable_seqscan', 'off', true)`)
    return plansOf(tx, ask)
  })

describe('what officers ask is answered from indexes', () => {
  const COUNTED: Record<string, string>[] = [
    { stage: 'screening' },
    { county: '47' },
    { gender: 'F', pwd: 'yes' },
    { age: '21-35' },
    { level: '700-', year: '2010-', experience: '3-' },
    { documents: 'both' },
    { constituency: '274' },
    { unread: 'anyone' },
    { share: 'mine' },
    { list: '0', flags: 'none' },
  ]
  for (const written of COUNTED) {
    test(`a count by ${Object.keys(written).join(', ')} reads no row of the table`, async () => {
      const [plan = ''] = await plansByValue((tx) => countMatching(tx, matching(filterOf(written), scope)))
      assert.match(plan, /Index Only Scan using application_facts_(?:filter|sent)/)
      assert.doesNotMatch(plan, /Seq Scan|Bitmap Heap|Gather/)
      // A condition without a value is not in the plan. Otherwise each row would be compared with it for
      // nothing.
      if (!written.age) assert.doesNotMatch(plan, /born/)
    })
  }
  test('the applications that an officer has not read are found by two indexes', async () => {
    const [plan = ''] = await plansByValue((tx) =>
      countMatching(tx, matching(filterOf({ unread: 'me', stage: 'received' }), scope)),
    )
    assert.match(plan, /Anti Join/)
    assert.match(plan, /Index Only Scan using application_facts_filter/)
    assert.match(plan, /Index Only Scan using application_reads_/)
  })
  test('with many matches, the first page is read by an index in the order of sending', async () => {
    const where = matching(filterOf({ documents: 'both,cv,none' }), scope)
    const plans = await plansByValue((tx) =>
      pageOfMatching(tx, where, { sort: 'sent', descending: false, from: undefined }, { knownCount: 30_000 }),
    )
    assert.match(plans.at(-1) ?? '', /Limit\n.*Index Scan using application_facts_sent/)
  })
  test('with few matches, count and page come from one reading', async () => {
    const where = matching(filterOf({ county: '47' }), scope)
    const plans = await plansByValue((tx) =>
      pageOfMatching(tx, where, { sort: 'level', descending: true, from: { id: 7, key: 5 } }),
    )
    assert.equal(plans.length, 1)
    assert.equal(plans[0]?.match(/Index Only Scan/g)?.length, 1)
  })
  test('a search uses the index of words, and then looks up the applications that it found', async () => {
    for (const blind of [false, true]) {
      const [plan = ''] = await plansByValue((tx) =>
        countMatching(tx, matching(filterOf({ search: 'wanj' }), { ...scope, blind })),
      )
      assert.match(plan, /Bitmap Index Scan on application_words_words/)
      assert.match(plan, /using application_facts_pkey|on application_facts_pkey/)
    }
  })
  test('a reviewer of a constituency does not read the others', async () => {
    const areas = { counties: [], constituencies: [274] }
    const [plan = ''] = await plansByValue((tx) =>
      countMatching(tx, matching(filterOf({}), { ...scope, areas })),
    )
    assert.match(plan, /Index Cond: .*county = ANY/)
  })
})
