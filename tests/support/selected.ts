import { createHash } from 'node:crypto'
import type { Rule } from '../../server/selection/pack.ts'
import { prepare } from '../../server/selection/prepare.ts'
import { readPack } from '../../server/selection/read-pack.ts'
import { resultText } from '../../server/selection/result-text.ts'
import { select } from '../../server/selection/select.ts'
import { packOfRun } from '../../server/transparency/selection-pack.ts'
import { canonical } from '#contract/canonical.ts'
import { sql } from '../../server/database/connect.ts'
import { insertSums } from '../../server/selection-ceremony/run-store.ts'
import { poolEntry } from '../../server/selection/pool-entry.ts'
import { leafDigest } from '../../server/transparency/leaf.ts'
import { record } from '../../server/transparency/record.ts'
import { append, leafHash, rootOf } from '../../server/transparency/tree.ts'
import { CHAIN, roundOf } from './ceremony.ts'
import { sentOnes } from './decisions.ts'
import type { Portal } from './portal.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The pack of a selection run (all its data), as the export that two officers approve gives it. */
export async function packText({ db }: Portal, runId: number): Promise<string> {
  let text = ''
  for await (const piece of packOfRun(db, runId)) text += piece
  return text
}

/** Computes requested selection runs in this process, instead of in the worker's. */
export async function computeRuns(portal: Portal): Promise<void> {
  const runs = await portal.db.rows<{ id: number; selection_id: number; number: number }>(
    sql`select id, selection_id, number from selection_runs where state = 'running' order by id`,
  )
  for (const { id, selection_id, number } of runs) {
    const text = await packText(portal, id)
    const prepared = () => prepare((onEntry) => readPack([Buffer.from(text)], onEntry))
    const rows = []
    for (const { unit, closings, lines } of select(prepared())) {
      const ranks = new Map<string, number>()
      for (const { leaf, lot, place, points, rank, result, reason } of lines()) {
        const placeRank = (ranks.get(place) ?? 0) + 1
        ranks.set(place, placeRank)
        const closing = closings.find((entry) => entry.place === place)?.rank ?? null
        rows.push({ leaf, lot, unit, place, points, rank, placeRank, result, reason, closing })
      }
    }
    // The results of a selection run, each with the application to which its leaf belongs.
    await portal.db.run(sql`
      insert into selection_results (run_id, application_id, leaf, unit, place, points, rank, place_rank, lot, result, reason, closing_rank)
      select ${id}, person.application_id, person.leaf, line.unit, line.place, line.points, line.rank, "placeRank", decode(lot, 'hex'), result, reason, closing
      from json_to_recordset(${JSON.stringify(rows)}::json) line(leaf text, lot text, unit text, place text, points int, rank int, "placeRank" int,
        result text, reason text, closing int)
      join selection_people person on person.selection_id = ${selection_id} and person.leaf = decode(line.leaf, 'hex')`)
    const result = digest([...resultText(select(prepared()))].join(''))
    await portal.db.run(sql`
      update selection_runs set state = 'computed', finished_at = ${portal.clock.now()}, pack_digest = ${digest(text)}, result_digest = ${result}
      where id = ${id}`)
    await insertSums(portal.db, { id })
    await logDocument(portal, selection_id, 'selection_result', { number, result: result.toString('hex') })
    await portal.db.run(
      sql`update selections set state = 'computed' where id = ${selection_id} and state <> 'published'`,
    )
  }
}

const UNIT = 'constituency:274'
const WARD = 'ward:1366'
const RULE: Rule = {
  seats: [{ unit: UNIT, place: WARD, seats: 2 }],
  reservePercent: 100,
}

const { genesis_time: GENESIS, period: PERIOD } = CHAIN
const HOUR_MS = 3_600_000

/**
 * Stores a document of the selection and records its event in the public log, like each step of the ceremony.
 */
async function logDocument(portal: Portal, selection: number, kind: string, content: unknown) {
  const text = canonical(content)
  await portal.db.run(sql`
    insert into selection_events (selection_id, kind, content, digest, at)
    values (${selection}, ${kind}, ${text}::jsonb, ${digest(text)}, ${portal.clock.now()})`)
  await record(portal.db, { kind, digest: digest(text), now: portal.clock.now() })
}

async function insertRule(portal: Portal, jobId: number, rule: Rule) {
  const content = {
    ...rule,
    format: 'selection-rule/1',
    beacon: CHAIN,
    criteria: [],
    unit: 'constituency',
    place: 'ward',
    job: `JOB/${jobId}`,
    version: 1,
  }
  const text = canonical(content)
  const now = portal.clock.now()
  const row = await portal.db.row<{ id: number }>(sql`
    insert into selection_rules (job_id, version, state, content, document, digest, made_by, made_at, updated_at, proposed_by, proposed_at, decided_by, decided_at)
    select ${jobId}, 1, 'approved', ${text}::jsonb, ${text}, ${digest(text)}, min(id), ${now}, ${now}, min(id), ${now}, max(id), ${now} from staff
    returning id`)
  await record(portal.db, { kind: 'selection_rule', digest: digest(text), now })
  return { id: row?.id ?? 0, digest: digest(text).toString('hex') }
}

type Sent = { id: number; salt: Buffer; digest: Buffer; reference: string; submittedAt: Date }
/** Records the submission events of applications in the public log, and returns these with their leaves. */
async function recordSubmissions({ db }: Portal, ids: number[]) {
  const rows = await db.rows<Sent>(sql`
    select application_id as id, salt, made.digest, reference_number as reference, made.submitted_at as "submittedAt"
    from submissions made join job_applications application on application.id = made.application_id
    where application_id = any(${ids}) order by application_id`)
  for (const sent of rows)
    await record(db, { kind: 'submission', digest: leafDigest(sent), now: sent.submittedAt })
  return rows.map((sent) => ({ ...sent, leaf: leafDigest(sent).toString('hex') }))
}

/** A job with a computed selection: people with these points compete for two seats of one ward. */
export async function selected(portal: Portal, jobId: number, points: number[], rule: Rule = RULE) {
  const { id: ruleId, digest: ruleDigest } = await insertRule(portal, jobId, rule)
  const people = await sentOnes(portal, jobId, points.length, { stage: 'long_list' })
  const sent = await recordSubmissions(portal, people)
  const row = await portal.db.row<{ id: number }>(sql`
    insert into selections (job_id, state, rule_id) values (${jobId}, 'drawn', ${ruleId}) returning id`)
  const selection = row?.id ?? 0
  const pool = sent.map(({ id, leaf, salt }, index) => ({ id, leaf, salt, points: points[index] ?? 0 }))
  // Puts the people into the pool, all as women without a disability. Their points come from two criteria:
  // the second gives 5, the first the rest.
  await portal.db.run(sql`
    insert into selection_people (selection_id, leaf, application_id, unit, place, points, criteria, gender, is_pwd)
    select ${selection}, decode(leaf, 'hex'), id, ${UNIT}, ${WARD}, points, array[points - 5, 5], 'female', false
    from json_to_recordset(${JSON.stringify(pool)}::json) line(leaf text, id bigint, points int)`)
  const hashes = pool
    .sort((left, right) => (left.leaf < right.leaf ? -1 : 1))
    .map(({ leaf, salt, points: own }) => {
      const facts = { unit: UNIT, place: WARD, points: own, gender: 'female', disability: false } as const
      return leafHash(poolEntry({ leaf, ...facts }, salt))
    })
  const entries = hashes.map((hash, index) => ({ leaf: pool[index]?.leaf, hash: hash.toString('hex') }))
  // Stores the hash of each person's entry in the pool. A person is found by the leaf.
  await portal.db.run(sql`
    update selection_people set entry_hash = decode(entry.hash, 'hex') from json_to_recordset(${JSON.stringify(entries)}::json) entry(leaf text, hash text)
    where selection_id = ${selection} and selection_people.leaf = decode(entry.leaf, 'hex')`)
  // Computes the root of the pool by adding its entries to a Merkle tree one by one.
  const edge: Buffer[] = []
  hashes.forEach((hash, index) => append(edge, index, hash))
  const pool_root = rootOf(edge).toString('hex')
  // The number of the beacon's first round in 25 hours or later.
  const round = Math.ceil((portal.clock.now().getTime() + 25 * HOUR_MS) / 1_000 / PERIOD - GENESIS / PERIOD)
  const frozen = { format: 'selection-pool/1', count: pool.length, pool_root, round, rule: ruleDigest }
  await logDocument(portal, selection, 'selection_pool', frozen)
  const dice = '01234567890123456789'
  await logDocument(portal, selection, 'selection_dice', { format: 'selection-dice/1', dice, pool_root })
  const { randomness, signature } = roundOf(round)
  const parts = { dice, pool_root, randomness, reveals: [], round, rule: ruleDigest }
  const seed = digest(canonical(parts)).toString('hex')
  await logDocument(portal, selection, 'selection_seed', {
    format: 'selection-seed/1',
    ...parts,
    signature,
    seed,
  })
  await portal.db.run(sql`
    insert into selection_runs (selection_id, number, state, started_at) values (${selection}, 1, 'running', ${portal.clock.now()})`)
  await computeRuns(portal)
  return { selection, people, ruleId }
}
