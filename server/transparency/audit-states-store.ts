import { sql, type Tx } from '../database/connect.ts'

/**
 * Decision lists whose state differs from the last audit entry about them (`logged`), at most 100. `state` is
 * null for a list that is missing. A list without any entry is a draft. Most entries name the state:
 * `list.applied` means `applied`. These do not:
 *
 * - A returned list, or a list that was withdrawn while proposed, is a draft again.
 * - A proposed list with `effective_at` needs no second officer, so its state is `approved`.
 */
export const findDifferingLists = (db: Tx) =>
  db.rows<{ id: string; logged: string; state: string | null }>(sql`
    with last as (
      select distinct on (detail ->> 'list') detail ->> 'list' as list,
        case act when 'list.returned' then 'drafting' when 'list.proposed' then case when detail ? 'effective_at' then 'approved' else 'proposed' end
          when 'list.withdrawn' then case detail ->> 'was' when 'proposed' then 'drafting' else 'withdrawn' end else substr(act, 6) end as state
      from audit_entries where act in ('list.proposed', 'list.approved', 'list.returned', 'list.withdrawn', 'list.undone', 'list.applied')
      order by detail ->> 'list', id desc)
    select coalesce(last.list, decision.id::text) as id, coalesce(last.state, 'drafting') as logged, decision.state
    from last full join decisions decision on decision.id::text = last.list
    where decision.state is distinct from coalesce(last.state, 'drafting') order by length(coalesce(last.list, decision.id::text)), coalesce(last.list, decision.id::text) limit 100`)

/**
 * The next applications. `faulty`: the application is at another stage than its last decision list says, or
 * its status does not fit its stage. `statuses` has the status of each stage, in order; an array in SQL
 * starts at 1. `moved` has the stages of the last applied lists: several lists can be applied at the same
 * moment. Without such a list, the stage must be 0.
 */
export const checkStages = (db: Tx, after: number, count: number, statuses: string[]) =>
  db.rows<{ id: number; faulty: boolean }>(sql`
    select facts.application_id as id,
      facts.stage <> all(coalesce(moved.stages, '{0}')) or application.status is distinct from (${statuses}::text[])[facts.stage + 1] as faulty
    from application_facts facts join job_applications application on application.id = facts.application_id
      left join lateral (
        select array_agg(list.to_stage) as stages
        from (select list_id, applied_at, max(applied_at) over () as last from decision_entries
          where application_id = facts.application_id and applied_at is not null) entry
          join decisions list on list.id = entry.list_id and list.state in ('approved', 'applied')
        where entry.applied_at = entry.last) moved on true
    where facts.application_id > ${after} order by facts.application_id limit ${count}`)
