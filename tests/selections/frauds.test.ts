import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { canonical } from '#contract/canonical.ts'
import { record } from '../../server/transparency/record.ts'
import { auditSelections } from '../../server/transparency/audit-selections.ts'
import { sentOnes, decisionStaff } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { selected } from '../support/selected.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// `log verify` computes each selection again from the database and the public log. Each fraud here changes
// the database, and `log verify` must report it.

let portal: Portal
/** A connection with the rights of the machine's owner. Its mode lets no trigger of the database run. */
let owner: pg.Client
let newJob: () => Promise<number>
before(async () => {
  portal = await openPortal()
  newJob = (await decisionStaff(portal)).job
  owner = new pg.Client({ connectionString: portal.databaseUrl })
  await owner.connect()
  await owner.query("set session_replication_role = 'replica'")
})
beforeEach(() => portal.clock.advance(60_000))
after(async () => {
  await owner.end()
  await portal.close()
})

/** The points of five people, who compete for two seats. */
const POINTS = [90, 80, 70, 60, 50]
/** The faults that `log verify` reports about one selection. */
const verify = async (selection: number) => {
  const problems: string[] = []
  await auditSelections(portal.deps, (problem) => problems.push(problem))
  return problems.filter((problem) => problem.includes(`election ${selection}`))
}
const sha256 = (text: string) => createHash('sha256').update(text).digest()
type Drawn = Awaited<ReturnType<typeof selected>> & { job: number }
const drawnSelection = async (): Promise<Drawn> => {
  const job = await newJob()
  return { ...(await selected(portal, job, POINTS)), job }
}

/** Replaces a document of the selection and its digest. Records the new digest in the public log. */
async function rewrite({ selection }: Drawn, kind: string, change: Record<string, unknown>) {
  const { rows } = await owner.query(
    'select content from selection_events where selection_id = $1 and kind = $2',
    [selection, kind],
  )
  const text = canonical({ ...rows[0].content, ...change })
  await owner.query(
    'update selection_events set content = $3, digest = $4 where selection_id = $1 and kind = $2',
    [selection, kind, text, sha256(text)],
  )
  await record(portal.db, { kind, digest: sha256(text), now: portal.clock.now() })
}

/** A fraud. `named` matches what `log verify` must report about it. */
type Fraud = { name: string; commit: (of: Drawn) => Promise<unknown>; named: RegExp }
const FRAUDS: Fraud[] = [
  {
    name: 'a moved line',
    commit: ({ selection }) =>
      owner.query(
        `update selection_results set rank = 9 - rank where rank in (4, 5)
           and run_id in (select id from selection_runs where selection_id = $1)`,
        [selection],
      ),
    named: /In run 1, rank 4 of constituency:274 is of another person/,
  },
  {
    name: 'changed points',
    commit: ({ selection, people }) =>
      owner.query(
        `update selection_people set points = 99, criteria = '{94,5}' where selection_id = $1 and application_id = $2`,
        [selection, people[4]],
      ),
    named: /has another root than the log says/,
  },
  {
    name: 'changed points of a line',
    commit: ({ selection }) =>
      owner.query(
        `update selection_results set points = points + 1 where rank = 1 and run_id in (select id from selection_runs where selection_id = $1)`,
        [selection],
      ),
    named: /In run 1, rank 1 of constituency:274 is with other points/,
  },
  {
    name: 'a changed sum',
    commit: ({ selection }) =>
      owner.query(
        `update selection_sums set taken = taken + 1 where points = 90 and run_id in (select id from selection_runs where selection_id = $1)`,
        [selection],
      ),
    named: /In run 1, the sums of constituency:274 are not those of its lines/,
  },
  {
    name: 'a missing sum',
    commit: ({ selection }) =>
      owner.query(
        `delete from selection_sums where points = 50 and run_id in (select id from selection_runs where selection_id = $1)`,
        [selection],
      ),
    named: /In run 1, the sums of constituency:274 are not those of its lines/,
  },
  {
    name: 'another seed',
    commit: (of) => rewrite(of, 'selection_seed', { seed: '0'.repeat(64) }),
    named: /has a seed that is not of its parts/,
  },
  {
    name: 'a round that the beacon did not sign',
    commit: (of) => rewrite(of, 'selection_seed', { signature: '0'.repeat(96) }),
    named: /has a seed with a round that its beacon did not sign/,
  },
  {
    name: 'a dropped applicant',
    commit: ({ selection, people }) =>
      owner.query('delete from selection_people where selection_id = $1 and application_id = $2', [
        selection,
        people[0],
      ]),
    named: /The application \d+ is not in the pool of the selection/,
  },
  {
    name: 'an extra applicant',
    commit: async ({ selection }) => {
      const [other] = await sentOnes(portal, await newJob(), 1)
      return owner.query(
        `insert into selection_people (selection_id, leaf, application_id, unit, place, points, criteria, gender, is_pwd)
         values ($1, $2, $3, 'constituency:274', 'ward:1366', 100, '{95,5}', 'female', false)`,
        [selection, sha256('extra'), other],
      )
    },
    named: /is in the pool, but was not sent for this job/,
  },
  {
    name: 'a late pool',
    commit: ({ selection }) =>
      owner.query(
        `update log_events set at = at + interval '2 hours'
         where digest = (select digest from selection_events where selection_id = $1 and kind = 'selection_pool')`,
        [selection],
      ),
    named: /has a pool that came into the log less than 24 hours before its round/,
  },
  {
    name: 'a swapped place',
    commit: ({ selection }) =>
      owner.query(
        `update selection_results set place = 'ward:1367' where rank = 2 and run_id in (select id from selection_runs where selection_id = $1)`,
        [selection],
      ),
    named: /In run 1, rank 2 of constituency:274 is at another place/,
  },
  {
    name: 'a second seed',
    commit: async ({ selection }) => {
      const { rows } = await owner.query(
        `select content from selection_events where selection_id = $1 and kind = 'selection_seed'`,
        [selection],
      )
      const text = canonical({ ...rows[0].content, dice: '9'.repeat(20) })
      await owner.query(
        `insert into selection_events (selection_id, kind, content, digest, at) values ($1, 'selection_seed', $2, $3, now())`,
        [selection, text, sha256(text)],
      )
      await record(portal.db, { kind: 'selection_seed', digest: sha256(text), now: portal.clock.now() })
    },
    named: /has more than one document of the kind selection_seed/,
  },
  {
    name: 'a rule that was changed after opening',
    commit: ({ ruleId }) =>
      owner.query(
        `update selection_rules set document = replace(document, '"reservePercent":100', '"reservePercent":0') where id = $1`,
        [ruleId],
      ),
    named: /has another rule than the one with its digest/,
  },
  {
    name: 'a rule that was changed with its digest, after the deadline',
    commit: async ({ ruleId, job }) => {
      // The job closes now, and a new rule appears a minute later.
      await owner.query(`update jobs set expiry_date = $2 where id = $1`, [job, portal.clock.now()])
      portal.clock.advance(60_000)
      const { rows } = await owner.query(
        `select document::jsonb as content from selection_rules where id = $1`,
        [ruleId],
      )
      const text = canonical({ ...rows[0].content, reservePercent: 50 })
      await owner.query(`update selection_rules set document = $2, digest = $3 where id = $1`, [
        ruleId,
        text,
        sha256(text),
      ])
      await record(portal.db, { kind: 'selection_rule', digest: sha256(text), now: portal.clock.now() })
    },
    named: /has a rule that came into the log after the deadline/,
  },
  {
    name: 'someone on the list of the taken whom the result did not take',
    commit: async ({ selection, people }) => {
      const { rows } = await owner.query(
        `insert into decisions (job_id, name, to_stage, needs_second, state, size, made_by, made_at, proposed_by, proposed_at, digest, updated_at, selection_run)
         select selection.job_id, 'Taken', 3, true, 'proposed', 1, staff.id, now(), staff.id, now(), sha256(''), now(), run.id
         from selections selection join selection_runs run on run.selection_id = selection.id, (select min(id) as id from staff) staff
         where selection.id = $1 returning id`,
        [selection],
      )
      await owner.query(
        'insert into decision_entries (list_id, application_id, is_open) values ($1, $2, false)',
        [rows[0].id, people[4]],
      )
    },
    named: /The decision list \d+ is not the result of the selection/,
  },
]

describe('log verify recomputes every selection', () => {
  test('an honest one has no faults', async () => {
    const { selection } = await drawnSelection()
    assert.deepEqual(await verify(selection), [])
  })
  for (const { name, commit, named } of FRAUDS)
    test(`${name} is named`, async () => {
      const of = await drawnSelection()
      await commit(of)
      const problems = await verify(of.selection)
      assert.ok(
        problems.some((problem) => named.test(problem)),
        problems.join('\n'),
      )
    })
})

test('log verify notes a first rule that came into the log after the job had opened (selection#selection-rule-digest)', async () => {
  const job = await (await jobStaff(portal)).published()
  portal.clock.advance(60_000)
  const { selection } = await selected(portal, job, POINTS)
  const notes: string[] = []
  await auditSelections(
    portal.deps,
    () => {},
    (note) => notes.push(note),
  )
  assert.ok(
    notes.includes(`The selection ${selection} has a rule that came into the log after the job had opened.`),
    notes.join('\n'),
  )
})
