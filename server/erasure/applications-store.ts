import { sql, type Sql, type Tx } from '../database/connect.ts'
import { areaAsSent, centreAsSent } from '../job-applications/sent-places.ts'
import { addErasedSums } from './sums-store.ts'

// Erases what is personal in submitted applications, but keeps what the public log needs as proof.

/**
 * Replaces the salt of an audit entry whose words are erased. With the salt, anyone could test guessed words
 * against the entry's public digest.
 */
const NO_SALT = Buffer.alloc(32)

/**
 * How many of the log's last events are searched for the latest time. The very last event may have an earlier
 * time: a clock that is behind stops erasures, but no other events.
 */
const EVENTS_LOOKED_AT = 100

/** The latest time among the last events of the public log; null if the log is empty. */
export const findLatestEventTime = async (tx: Tx) =>
  (
    await tx.row<{ at: Date | null }>(
      sql`select max(at) as at from (select at from log_events order by id desc limit ${EVENTS_LOOKED_AT}) event`,
    )
  )?.at

/**
 * Locks submitted applications that are not erased yet. As a decision does, it locks the facts first and then
 * the applications.
 */
export async function lockUnerased(tx: Tx, ids: number[]) {
  await tx.run(
    sql`select from application_facts where application_id = any(${ids}::bigint[]) order by application_id for update`,
  )
  return tx.rows<{ id: number; reference: string }>(sql`
    select id, reference_number as reference from job_applications
    where id = any(${ids}::bigint[]) and is_completed and erased_at is null order by id for update`)
}

/** A submitted version of an application, with what its digests in the public log need. */
export type SentVersion = {
  application_id: number
  version: number
  salt: Buffer
  digest: Buffer
  submitted_at: Date
}
/** All submitted versions of these applications, including the present one. */
export const findVersions = (tx: Tx, ids: number[]) =>
  tx.rows<SentVersion>(sql`
    select application_id, version, salt, digest, submitted_at from submissions where application_id = any(${ids}::bigint[])
    union all
    select application_id, version, salt, digest, submitted_at from superseded_submissions where application_id = any(${ids}::bigint[])
    order by application_id, version`)

type NewErasure = {
  about: { application: number } | { user: number }
  salt: Buffer
  digest: Buffer
  now: Date
}

export const insertErasure = (tx: Tx, { about, salt, digest, now }: NewErasure) =>
  tx.run(sql`
    insert into erasures (application_id, user_id, erased_at, salt, digest)
    values (${'application' in about ? about.application : null}, ${'user' in about ? about.user : null}, ${now}, ${salt}::bytea, ${digest}::bytea)`)

/** The digests, in hex, that the public log has of a submitted version. */
export type ErasedVersion = {
  application_id: number
  version: number
  /** The digest of the event by which this version was submitted. */
  leaf: string
  /** The digest of the event by which this version replaced the one before. Null for the first version. */
  superseding: string | null
}

export const insertErasedVersions = (tx: Tx, versions: ErasedVersion[]) =>
  tx.run(sql`
    insert into erased_versions (application_id, version, leaf, superseding)
    select application_id, version, decode(leaf, 'hex'), decode(superseding, 'hex')
    from json_to_recordset(${JSON.stringify(versions)}::json)
      version (application_id bigint, version smallint, leaf text, superseding text)`)

/** The officers' own words in an entry's reason, as JSON. Digests of format 1 cover only these. */
const wordsOf = sql`coalesce(to_json((select words from decision_reasons where id = entry.reason_id))::text, 'null')`
/** The whole reason of a decision entry, as JSON. Digests of later formats cover it. */
const reasonOf = sql`coalesce((select '{"kind":' || to_json(kind) || ',"values":' || values || ',"words":' || to_json(words) || '}'
  from decision_reasons where id = entry.reason_id), 'null')`

/**
 * Erases the reasons and reserve places of decision entries. The hash of each entry stays, because the digest
 * of its list is computed from it. A draft list has no digest yet, so its entries are deleted. A trigger then
 * deletes officers' own words that no other entry has. The old column `reason` is from before `reason_id`,
 * and nothing else reads it.
 */
async function eraseDecisions(tx: Tx, ids: number[]): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from decision_entries
      where application_id = any(${ids}::bigint[]) and list_id in (select id from decisions where state = 'drafting') returning list_id)
    update decisions set size = size - counted.count
    from (select list_id, count(*)::int as count from gone group by list_id) counted where decisions.id = counted.list_id`)
  // Reasons in officers' own words are erased. Other reasons come from a list and do not identify anyone.
  const reasons = await tx.rows<{ id: number; list_id: number }>(sql`
    select distinct reason.id, reason.list_id from decision_entries entry join decision_reasons reason on reason.id = entry.reason_id
    where entry.application_id = any(${ids}::bigint[]) and reason.words <> ''`)
  // The hash is of the entry's canonical JSON, from which the digest of its list was computed.
  await tx.run(sql`
    update decision_entries entry set reason = null, reason_id = null, reserve_number = null, reserve_place = null,
      erased_hash = sha256(convert_to('{"application":' || application_id
        || coalesce(',"number":' || reserve_number || ',"place":' || to_json(reserve_place), '')
        || ',"reason":' || case list.digest_format when 1 then ${wordsOf} else ${reasonOf} end || '}', 'UTF8'))
    from decisions list
    where list.id = entry.list_id and entry.application_id = any(${ids}::bigint[]) and entry.erased_hash is null
      and (entry.reason_id is not null or entry.reason is not null or entry.reserve_number is not null)`)
  // No trigger deletes the reasons of entries that stay. A reason that another entry or the whole list also
  // uses is kept, because it is not only about this person.
  for (const { id, list_id: listId } of reasons)
    await tx.run(sql`
      delete from decision_reasons where id = ${id}
        and not exists (select from decision_entries where list_id = ${listId} and reason_id = ${id})
        and not exists (select from decisions where reason_id = ${id})`)
}

/**
 * Erases what selections store about these people. In the pool of a selection, an entry's leaf and hash stay,
 * because they prove the pool. An entry without a hash stays whole: nothing else would prove it. The
 * published line of the result also stays.
 */
const eraseSelections = async (tx: Tx, ids: number[]): Promise<void> => {
  await tx.run(sql`
    update selection_people set unit = '', place = '', points = 0, criteria = '{}', gender = '', is_pwd = false
    where application_id = any(${ids}::bigint[]) and entry_hash is not null`)
  await tx.run(sql`
    update selection_changes set reason = 'Erased', note = '', criteria = case when criteria is not null then '{}'::int[] end
    where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from selection_checks where application_id = any(${ids}::bigint[])`)
}

/** Erases officers' words about a person in the audit log. `whose` is a condition on `audit_entries`. */
export const eraseAuditWords = (tx: Tx, whose: Sql) =>
  tx.run(sql`update audit_entries set reason = '', salt = ${NO_SALT}::bytea where ${whose} and reason <> ''`)

/**
 * Marks unsent messages (state 0) to these applicants as undeliverable (state 3). Otherwise a batch of other
 * messages would wait behind them.
 */
export const giveUpMessages = (tx: Tx, ids: number[]) =>
  tx.run(sql`update message_emails set state = 3 where application_id = any(${ids}::bigint[]) and state = 0`)

/**
 * Removes the person from an application that is kept. What was submitted remains in `submissions`. The draft
 * of a correction is deleted. Of the search words only the reference stays, which has the mark `#`.
 */
export const unlinkFromPerson = (tx: Tx, id: number) =>
  tx.run(sql`
    with copied as (delete from draft_copies where application_id = ${id}),
    unnamed as (
      update application_words set words = coalesce((select array_to_tsvector(array_agg(lexeme)) from unnest(words) where lexeme like '%#%'), '')
      where application_id = ${id})
    update job_applications application set user_id = null, education = '[]', experience = '[]', referees = '[]', address = '', employment_number = '',
      unfinished = null, reopened_at = null, reminded_at = null,
      huduma_centre_id = ${centreAsSent}, by_election_area_id = ${areaAsSent}
    where id = ${id}`)

/**
 * Deletes or empties everything personal in these applications. Call `insertErasure` before: without an
 * erasure, triggers refuse to change what was submitted.
 */
export async function deleteContent(tx: Tx, ids: number[], now: Date): Promise<void> {
  await tx.run(sql`delete from facts_waiting where application_id = any(${ids}::bigint[])`)
  await eraseDecisions(tx, ids)
  await eraseSelections(tx, ids)
  await giveUpMessages(tx, ids)
  await addErasedSums(tx, ids)
  await tx.run(sql`delete from application_facts where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from application_marks where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from decision_sum_groups where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from application_notes where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from draft_copies where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from application_documents where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from version_documents where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from ticket_uses where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from superseded_submissions where application_id = any(${ids}::bigint[])`)
  await tx.run(sql`delete from submissions where application_id = any(${ids}::bigint[])`)
  await eraseAuditWords(tx, sql`application_id = any(${ids}::bigint[])`)
  await tx.run(sql`
    update job_applications set user_id = null, education = '[]', experience = '[]', referees = '[]', address = '', employment_number = '',
      huduma_centre_id = null, by_election_area_id = null, unfinished = null, reopened_at = null, reminded_at = null, erased_at = ${now}
    where id = any(${ids}::bigint[])`)
}
