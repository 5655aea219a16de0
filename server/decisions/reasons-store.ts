import type { StoredReason } from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

// The reasons on a decision list. Each is stored once.

/** A reason. `values` is JSON. `words` are the officers' own words, which may be ''. */
type NewReason = { listId: number; kind: string; values: string; words: string }

// The condition compares hashes, because a unique index has hashes: a text may be too long for an index.
const isSame = ({ listId, kind, values, words }: NewReason): Sql => sql`
  list_id = ${listId} and kind = ${kind} and md5(values::text) = md5(${values}::text) and md5(words) = md5(${words}::text)`

export const findReason = async (tx: Tx, reason: NewReason) =>
  (await tx.row<{ id: number }>(sql`select id from decision_reasons where ${isSame(reason)}`))?.id

/** Stores a reason. Undefined when the list already has the highest allowed number of reasons. */
export const insertReason = async (tx: Tx, reason: NewReason) => {
  const row = await tx.row<{ id: number }>(sql`
    insert into decision_reasons (list_id, kind, values, words)
    select ${reason.listId}::bigint, ${reason.kind}::text, ${reason.values}::json, ${reason.words}::text
    where (select count(*) from decision_reasons where list_id = ${reason.listId}) < ${DECISIONS.maxReasons} returning id`)
  return row?.id
}

/**
 * Deletes reasons that neither an entry nor the list itself uses. The list's reason may be null, for which
 * `<>` would be true for no row. So the condition is `is distinct from`.
 */
export const dropUnusedReasons = (tx: Tx, listId: number) =>
  tx.run(sql`
    delete from decision_reasons where list_id = ${listId}
      and id not in (select reason_id from decision_entries where list_id = ${listId} and reason_id is not null)
      and id is distinct from (select reason_id from decisions where id = ${listId})`)

/**
 * The reasons on a list, each with the number of its applications, the most common first. `reason` is null
 * for applications without one, so there may be one row more than reasons. `visible` is a condition on
 * `application_facts facts`.
 */
export const countReasons = (tx: Tx, listId: number, visible: Sql) =>
  tx.rows<{ count: number; reason: StoredReason | null }>(sql`
    select used.count, case when stored.id is not null then json_build_object('kind', stored.kind, 'values', stored.values, 'words', stored.words) end as reason
    from (
      select coalesce(entry.reason_id, list.reason_id) as id, count(*)::int as count
      from decision_entries entry
      join decisions list on list.id = entry.list_id
      join application_facts facts on facts.application_id = entry.application_id
      where entry.list_id = ${listId} and ${visible} group by coalesce(entry.reason_id, list.reason_id)) used
    left join decision_reasons stored on stored.id = used.id
    order by used.count desc, stored.id limit ${DECISIONS.maxReasons + 1}`)
