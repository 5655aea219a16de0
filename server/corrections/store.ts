import { type CorrectedValues, CORRECTIONS } from '#contract/corrections/words.ts'
import type { FileType } from '#contract/documents/documents.ts'
import type { Language } from '#contract/language/paths.ts'
import { type Db, sql, type Tx } from '../database/connect.ts'
import type { ReceivedFile } from '../files/receive-file.ts'

/**
 * A person's request to correct their profile. `first_…` is what the first of two officers said. `correct`,
 * `note` and `decided_at` are the decision of both. All are null or empty until then.
 */
export type CorrectionRow = {
  id: number
  user_id: number
  old_values: CorrectedValues
  new_values: CorrectedValues
  reason: string
  asked_at: Date
  /** The document that proves the correction; null once housekeeping has removed it. */
  evidence_hash: Buffer | null
  evidence_size: number | null
  evidence_type: FileType | null
  evidence_name: string
  evidence_flags: string[]
  first_by: number | null
  first_by_name: string | null
  /** Whether the first officer found that the document proves the correction. */
  first_correct: boolean | null
  first_note: string
  first_at: Date | null
  correct: boolean | null
  note: string
  decided_at: Date | null
  /** When the person withdrew the request; null when they did not. */
  taken_back_at: Date | null
  email: string
  /** The names of the person as they are at present. */
  person: string
}

const ROWS = sql`
  select correction.id, user_id, old_values, new_values, reason, asked_at, evidence_hash, evidence_size, evidence_type, evidence_name,
    evidence_flags, first_by, staff.name as first_by_name, first_correct, first_note, first_at, correct, note, decided_at, taken_back_at, users.email,
    concat_ws(' ', users.first_name, nullif(users.middle_name, ''), users.last_name) as person
  from corrections correction join users on users.id = user_id left join staff on staff.id = first_by`
const WAITING = sql`decided_at is null and taken_back_at is null`

export const findOwn = (tx: Tx, userId: number) =>
  tx.rows<CorrectionRow>(
    sql`${ROWS} where user_id = ${userId} order by correction.id desc limit ${CORRECTIONS.shown}`,
  )
export const findWaiting = (tx: Tx) =>
  tx.rows<CorrectionRow>(
    sql`${ROWS} where ${WAITING} order by asked_at, correction.id limit ${CORRECTIONS.listed}`,
  )
export const findOneWaiting = (tx: Tx, id: number) =>
  tx.row<CorrectionRow>(sql`${ROWS} where correction.id = ${id} and ${WAITING}`)
/** Reads a waiting request like `findOneWaiting` and locks it. So two officers decide one after the other. */
export const lockWaiting = async (tx: Tx, id: number) => {
  await tx.row(sql`select from corrections where id = ${id} for update`)
  return findOneWaiting(tx, id)
}

/** The values of a person that a correction can change, by the names that the API uses. */
export type CurrentValues = Required<CorrectedValues> & { document_type: string }
/** Reads a person's current values, locked until the transaction ends; undefined without an account. */
export const lockValues = (tx: Tx, userId: number) =>
  tx.row<CurrentValues>(sql`
    select first_name, middle_name, last_name, id_number as idno, date_of_birth::text as date_of_birth, document_type
    from users where id = ${userId} for update`)

type NewCorrection = {
  userId: number
  before: CorrectedValues
  after: CorrectedValues
  reason: string
  evidence: ReceivedFile
}
/** @throws the error of the index `corrections_waiting` when the person already has a waiting request */
export const insertCorrection = (
  tx: Tx,
  { userId, before, after, reason, evidence }: NewCorrection,
  now: Date,
) =>
  tx.run(sql`
    insert into corrections (user_id, old_values, new_values, reason, asked_at, evidence_hash, evidence_size, evidence_type, evidence_name, evidence_flags)
    values (${userId}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${reason}, ${now}, ${Buffer.from(evidence.hash, 'hex')},
      ${evidence.size}, ${evidence.type}, ${evidence.name}, ${evidence.flags}::text[])`)

/** Whether a request of the person waits for a decision. */
export const hasWaiting = async (tx: Tx, userId: number) =>
  (await tx.row(sql`select from corrections where user_id = ${userId} and ${WAITING}`)) !== undefined

/** Withdraws a person's waiting request. Returns 0 when there is none. */
export const takeBackOwn = (tx: Tx, userId: number, id: number, now: Date) =>
  tx.run(
    sql`update corrections set taken_back_at = ${now} where user_id = ${userId} and id = ${id} and ${WAITING}`,
  )

type Decision = { by: number; correct: boolean; note: string; now: Date }
export const saveFirst = (tx: Tx, id: number, { by, correct, note, now }: Decision) =>
  tx.run(sql`
    update corrections set first_by = ${by}, first_correct = ${correct}, first_note = ${note}, first_at = ${now} where id = ${id}`)
/** The two officers differ, so their answers are removed and two officers decide again. */
export const clearFirst = (tx: Tx, id: number) =>
  tx.run(sql`
    update corrections set first_by = null, first_correct = null, first_note = '', first_at = null where id = ${id}`)
export const saveDecision = (tx: Tx, id: number, { by, correct, note, now }: Decision) =>
  tx.run(sql`
    update corrections set decided_by = ${by}, correct = ${correct}, note = ${note}, decided_at = ${now} where id = ${id}`)

/** @throws the error of the constraint `users_document` when another account has this ID number */
export const applyValues = (tx: Tx, userId: number, values: CurrentValues) =>
  tx.run(sql`
    update users set first_name = ${values.first_name}, middle_name = ${values.middle_name}, last_name = ${values.last_name},
      id_number = ${values.idno}, date_of_birth = ${values.date_of_birth}::date
    where id = ${userId}`)

/** What the email about a decision on a correction needs. */
export const findDecided = (tx: Tx, id: number) =>
  tx.row<{ email: string; language: Language; correct: boolean; note: string; decided_at: Date }>(sql`
    select email, language, correct, note, decided_at from corrections correction join users on users.id = user_id
    where correction.id = ${id} and decided_at is not null`)

/**
 * Housekeeping: removes the documents of requests that were decided or withdrawn before the time `before`.
 * Clears at most 1,000 requests in a call, and returns how many.
 */
export const sweepEvidence = (db: Db, before: Date) =>
  db.run(sql`
    update corrections set evidence_hash = null, evidence_size = null, evidence_type = null, evidence_name = '', evidence_flags = '{}'
    where id in (
      select id from corrections where evidence_hash is not null and coalesce(decided_at, taken_back_at) < ${before} limit 1000)`)
