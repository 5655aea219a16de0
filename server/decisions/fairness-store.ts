import type { Cell } from '#contract/decisions/fairness.ts'
import { sql, type Tx } from '../database/connect.ts'

// The SQL of `fairness.ts`: counts by gender and disability on a decision list.

/** How many people are in each group. `pwd`: persons with a disability. */
export type PersonCounts = { women: number; men: number; others: number; pwd: number }
/**
 * The sums of a list as officers may see them, stored as JSON. `whole`: how many applications were counted.
 * `at`: when. `current`: the list has not changed since.
 */
export type StoredSums = { whole: number; at: string; current: boolean; gender: Cell[]; disability: Cell[] }

/**
 * Counts the list's applications with hidden names (`not is_open`), by group. A group is the applications
 * whose sums were shown together before, or null if they were in no sum yet. `on_list`: how many of the group
 * are on this list. `off_list`: how many are not.
 */
export const countHiddenByGroup = (tx: Tx, listId: number) =>
  tx.rows<{ group_id: string | null; on_list: number; off_list: number }>(sql`
    with hidden as (
      select known.group_id, count(*)::int as on_list
      from decision_entries entry
      join application_facts facts on facts.application_id = entry.application_id and not facts.is_open
      left join decision_sum_groups known on known.application_id = entry.application_id
      where entry.list_id = ${listId} group by known.group_id)
    select group_id, on_list, case when group_id is null then 0 else (
      select count(*)::int from decision_sum_groups other join application_facts facts on facts.application_id = other.application_id and not facts.is_open
      where other.group_id = hidden.group_id) - on_list end as off_list
    from hidden`)

/**
 * Puts the list's applications with hidden names into groups of their own. An earlier group that also has
 * other applications is split.
 */
export const insertGroups = (tx: Tx, listId: number) =>
  tx.run(sql`
    with hidden as (
      select entry.application_id, known.group_id
      from decision_entries entry
      join application_facts facts on facts.application_id = entry.application_id and not facts.is_open
      left join decision_sum_groups known on known.application_id = entry.application_id
      where entry.list_id = ${listId}),
    new_groups as (select group_id as old_id, gen_random_uuid() as new_id from (select distinct group_id from hidden) old_group)
    insert into decision_sum_groups (application_id, group_id)
    select application_id, new_id from hidden join new_groups on old_id is not distinct from hidden.group_id
    on conflict (application_id) do update set group_id = excluded.group_id`)

/**
 * Makes the lists of a job wait for each other. If two lists were counted at once, neither would see the
 * other's groups.
 */
export const lockSums = (tx: Tx, jobId: number) =>
  tx.row(sql`select pg_advisory_xact_lock(hashtextextended('decisions.sums', ${jobId}::bigint))`)

/** Counts the people on the list: those with hidden names, and apart from them those with visible names. */
export const countPersons = async (
  tx: Tx,
  listId: number,
): Promise<{ hidden: PersonCounts; visible: PersonCounts }> => {
  const rows = await tx.rows<PersonCounts & { is_open: boolean }>(sql`
    select facts.is_open, count(*) filter (where gender = 'F')::int as women, count(*) filter (where gender = 'M')::int as men,
      count(*) filter (where gender = 'O')::int as others, count(*) filter (where is_pwd)::int as pwd
    from decision_entries entry join application_facts facts on facts.application_id = entry.application_id where entry.list_id = ${listId} group by facts.is_open`)
  const nobody = { women: 0, men: 0, others: 0, pwd: 0 }
  return {
    hidden: rows.find(({ is_open }) => !is_open) ?? nobody,
    visible: rows.find(({ is_open }) => is_open) ?? nobody,
  }
}

export const saveSums = (tx: Tx, listId: number, sums: StoredSums) =>
  tx.run(sql`update decisions set sums = ${JSON.stringify(sums)}::jsonb where id = ${listId}`)

/** Marks the stored sums as belonging to an earlier version of the list. */
export const markSumsOld = (tx: Tx, listId: number) =>
  tx.run(
    sql`update decisions set sums = jsonb_set(sums, '{current}', 'false') where id = ${listId} and sums is not null`,
  )
