import { stageNumber } from '#contract/review/stages.ts'
import { REVIEW } from '#contract/review/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

export type PoolSource = {
  application_id: number
  /**
   * Salt, digest and time are those of the first submission. They and the reference give the entry's leaf,
   * which says who it is. The entry's secret is computed from the salt.
   */
  salt: Buffer
  digest: Buffer
  reference: string
  submitted_at: Date
  /** The answers of the version that was sent last, as JSON. */
  frozen: string
  county: number
  constituency: number
  ward: number
  gender: 'M' | 'F' | 'O'
  is_pwd: boolean
  /** `2001-05-06` */
  born: string
  /** The rank of the person's highest qualification. */
  level: number
  /** One bit for each of the `FLAGS` in contract/review/stages.ts. */
  flags: number
  /** One bit for each of `NAMED_KINDS`: 1 when the person sent a document of this kind. */
  named_documents: number
}

type OfJob = { job_id: number }
const REJECTED = stageNumber('rejected')

/** A page of the people who applied and were not rejected, by application id, above the id `after`. */
export const findEligible = (tx: Tx, { job_id }: OfJob, after: number, limit: number) =>
  // The page is cut before the join: else each page would read all submissions.
  tx.rows<PoolSource>(sql`
    with page as materialized (
      select application_id, county, constituency, ward, gender, is_pwd, born::text as born, level, flags, named_documents
      from application_facts where job_id = ${job_id} and stage <> ${REJECTED} and application_id > ${after}
      order by application_id limit ${limit})
    select page.*, first.salt, first.digest, application.reference_number as reference, first.submitted_at, made.frozen
    from page
    join submissions made on made.application_id = page.application_id
    join first_submissions first on first.application_id = page.application_id
    join job_applications application on application.id = page.application_id
    order by page.application_id`)

/** Whether a submission of the job in `job` still waits for its facts. */
const someWait = (job: Sql) => sql`exists (
  select from facts_waiting waiting join job_applications application on application.id = waiting.application_id
  where application.job_id = ${job})`

/**
 * Whether the stored pool has exactly the people who are eligible now. Two numbers must equal its size: that
 * of the eligible people, and that of the people in the pool who are still eligible. While an application
 * waits for its facts, it is not counted as eligible. So the pool is not current then.
 */
export const isPoolCurrent = async (tx: Tx, row: OfJob & { id: number; pool_count: number | null }) =>
  (await tx.row(sql`
    select from (select count(*)::int as count from application_facts where job_id = ${row.job_id} and stage <> ${REJECTED}) eligible, (
      select count(*)::int as count from selection_people person join application_facts facts on facts.application_id = person.application_id
      where person.selection_id = ${row.id} and facts.stage <> ${REJECTED}) pooled
    where eligible.count = ${row.pool_count}::int and pooled.count = ${row.pool_count}::int and not ${someWait(sql`${row.job_id}`)}`)) !==
  undefined

/** How many submissions got no facts after many failures. The pool waits until the operator corrects this. */
export const countFailedFacts = async (tx: Tx, { job_id }: OfJob) =>
  (
    await tx.row<{ count: number }>(sql`
      select count(*)::int as count from facts_waiting waiting join job_applications application on application.id = waiting.application_id
      where application.job_id = ${job_id} and waiting.failures >= ${REVIEW.maxFactFailures}`)
  )?.count ?? 0

export type PoolPerson = {
  /** 64 hex digits. */
  leaf: string
  /** The id of the application. */
  id: number
  /** The area: `county:7`, or `job` for the whole job. */
  unit: string
  place: string
  points: number
  /** The person's points for each criterion; `points` is their sum. */
  criteria: number[]
  gender: 'female' | 'male' | 'other'
  disability: boolean
  /** The hash of this person's entry in the pool's hash tree, as 64 hex digits. */
  hash: string
}

export const insertPeople = (tx: Tx, selectionId: number, people: PoolPerson[]) =>
  tx.run(sql`
    insert into selection_people (selection_id, leaf, application_id, unit, place, points, criteria, gender, is_pwd, entry_hash)
    select ${selectionId}, decode(leaf, 'hex'), id, unit, place, points, criteria, gender, disability, decode(hash, 'hex')
    from json_to_recordset(${JSON.stringify(people)}::json)
      person(leaf text, id bigint, unit text, place text, points int, criteria int[], gender text, disability boolean, hash text)`)

/**
 * Finds and locks a proposal whose pool is not built yet, until the transaction ends. A proposal is left out
 * while a submission of its job still waits for its facts. So it does not hold up the pools of other jobs.
 */
export const takeUnbuilt = (tx: Tx) =>
  tx.row<{ id: number }>(sql`
    select id from selections where state = 'proposed' and pool_root is null and proposed_at is not null
      and not ${someWait(sql`selections.job_id`)}
    order by id limit 1 for update skip locked`)

/** One attempt to build a pool; only the last attempt may write. */
type PoolAttempt = { id: number; attempt: number }

/** Starts an attempt to build a pool. An earlier attempt may still run, but can no longer write. */
export const beginPool = (tx: Tx, id: number) =>
  tx.row<PoolAttempt>(sql`
    update selections set pool_attempts = pool_attempts + 1 where id = ${id} returning id, pool_attempts as attempt`)

/** Locks the proposal until the transaction ends. False when a later attempt to build its pool started. */
export const lockPool = async (tx: Tx, { id, attempt }: PoolAttempt) =>
  (await tx.row(sql`
    select from selections where id = ${id} and state = 'proposed' and pool_root is null and pool_attempts = ${attempt} for share`)) !==
  undefined

/** Deletes at most `most` people of a pool. Returns how many it deleted. */
export const deletePeople = (tx: Tx, id: number, most: number) =>
  tx.run(sql`
    delete from selection_people where selection_id = ${id}
      and leaf in (select leaf from selection_people where selection_id = ${id} limit ${most})`)

export const setPool = (tx: Tx, id: number, { root, count }: { root: Buffer; count: number }) =>
  tx.run(sql`update selections set pool_root = ${root}, pool_count = ${count} where id = ${id}`)

/** The hashes of people in a pool, ordered by their leaves. */
export const findHashes = (tx: Tx, selectionId: number, after: Buffer, limit: number) =>
  tx.rows<{ leaf: Buffer; hash: Buffer }>(sql`
    select leaf, entry_hash as hash from selection_people
    where selection_id = ${selectionId} and leaf > ${after}::bytea order by leaf limit ${limit}`)

/** Stores one level of the pool's hash tree, from the left. A node of level 0 has its first person's leaf. */
export const insertNodes = (
  tx: Tx,
  selectionId: number,
  { level, nodes }: { level: number; nodes: { hash: Buffer; firstLeaf?: Buffer }[] },
) => {
  const rows = nodes.map(({ hash, firstLeaf }, index) => ({
    index,
    hash: hash.toString('hex'),
    first: firstLeaf?.toString('hex'),
  }))
  return tx.run(sql`
    insert into selection_pool_nodes (selection_id, level, index, hash, first_leaf)
    select ${selectionId}, ${level}::smallint, index, decode(hash, 'hex'), decode(first, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) node(index int, hash text, first text)`)
}
