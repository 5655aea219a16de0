import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import type { ReferenceLevel } from '#contract/reference-data/staff-endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'

/** The qualification levels. `jobs` is how many jobs require this level at least. */
export const findLevels = (tx: Tx) =>
  tx.rows<ReferenceLevel>(sql`
    select id, name, short_name, is_active, (select count(*) from jobs where min_qualification_level_id = level.id)::int as jobs
    from qualification_levels level order by rank, id limit ${REFERENCE_DATA.maxShown}`)

export type LevelRow = { id: number; rank: number; name: string; short_name: string; is_active: boolean }

/**
 * All qualification levels, lowest first. The lock keeps others from ranking any until this transaction ends.
 */
export async function lockLevels(tx: Tx): Promise<LevelRow[]> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('portal-levels'))`)
  return tx.rows<LevelRow>(
    sql`select id, rank, name, short_name, is_active from qualification_levels order by rank, id for update`,
  )
}

export const writeLevel = (tx: Tx, { id, rank, name, short_name, is_active }: LevelRow, now: Date) =>
  tx.run(sql`
    update qualification_levels set rank = ${rank}, name = ${name}, short_name = ${short_name}, is_active = ${is_active}, changed_at = ${now} where id = ${id}`)

/**
 * Adds a qualification level that an officer wrote. Its code is random, because only levels of data files
 * have known codes.
 */
export const insertLevel = (
  tx: Tx,
  { rank, name, short_name }: Omit<LevelRow, 'id' | 'is_active'>,
  now: Date,
) =>
  tx.row<{ id: number }>(sql`
    insert into qualification_levels (rank, code, name, short_name, changed_at)
    values (${rank}, 'ADDED_' || gen_random_uuid(), ${name}, ${short_name}, ${now}) returning id`)

/** Whether a submitted application has this level, or the facts by which officers filter have its rank. */
export const wasLevelSubmitted = async (tx: Tx, id: number) =>
  (
    await tx.row<{ sent: boolean }>(sql`
      select exists (
        select from job_applications where is_completed and education @> jsonb_build_array(jsonb_build_object('qualification_level', ${id}::int)))
      or exists (
        select from application_facts join qualification_levels on qualification_levels.rank = application_facts.level where qualification_levels.id = ${id}) as sent`)
  )?.sent === true

/** Whether a selection rule that is proposed or approved gives points from this rank on. */
export const isRankInRule = async (tx: Tx, rank: number) =>
  (await tx.row(sql`
    select from selection_rules rule, jsonb_array_elements(content -> 'criteria') criterion, jsonb_array_elements(criterion -> 'table') line
    where rule.state in ('proposed', 'approved') and criterion ->> 'fact' = 'qualification' and line -> 'from' = to_jsonb(${rank}::int)
    limit 1`)) !== undefined
