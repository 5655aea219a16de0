import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import type { OwnPlace } from '#contract/selections/own-place-endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { placeName } from '../locations/place-name.ts'
import { lotOf } from '../selection/order.ts'
import type { Entry } from '../selection/pack.ts'
import { blindOf } from '../selection/pool-entry.ts'
import { proveInPool } from './pool-proof.ts'

/** `unit` and `place` are keys such as `county:44`. */
type PlaceRow = Omit<OwnPlace, 'published_at' | 'leaf' | 'lot' | 'blind' | 'pool'> & {
  published_at: Date
  leaf: Buffer
  salt: Buffer
  selection_id: number
  pool_root: Buffer
  pool_count: number
  unit: string
  /** The points in the frozen pool, before corrections. The proof covers these. */
  pool_points: number
  gender: Entry['gender']
  disability: boolean
}

/**
 * The last published result about an application of this person. `criteria` are the points of each criterion,
 * as corrected before the run started. `own` is the result; `in_unit` and `in_place` count the competitors:
 * the largest rank in a unit is the number of its people. `gone` is the reason why a later published run left
 * this person out. Someone who was gone before the first published run has no result: the newest one counts
 * the competitors.
 */
export const findOwnPlace = (tx: Tx, userId: number, applicationId: number) =>
  tx.row<PlaceRow>(sql`
    with own as (
      select application.id as application_id, application.job_id, application.reference_number, run.id as run_id, run.started_at, run.published_at, selection.id as selection_id, selection.pool_root, selection.pool_count,
        person.leaf, person.unit, person.place, person.points as pool_points, person.criteria as pool_criteria, person.gender, person.is_pwd,
        result.points, result.rank, result.place_rank, result.result, result.reason, result.closing_rank
      from job_applications application
      join selections selection on selection.job_id = application.job_id
      join selection_people person on person.selection_id = selection.id and person.application_id = application.id
      join selection_runs run on run.selection_id = selection.id and run.state = 'published'
      left join selection_results result on result.run_id = run.id and result.application_id = application.id
      where application.id = ${applicationId} and application.user_id = ${userId}
      order by result.run_id desc nulls last, run.id desc limit 1)
    select own.job_id, (select is_active from jobs where id = own.job_id) as is_public, own.reference_number, own.published_at, own.place, ${placeName(sql`own.place`)} as place_name, coalesce(own.points, corrected.points, own.pool_points) as points,
      coalesce(corrected.criteria, own.pool_criteria) as criteria,
      own.rank as unit_rank, in_unit.people as unit_people, own.place_rank as rank, in_place.people, in_place.taken, in_place.last_points,
      own.result, own.reason, own.closing_rank,
      case when own.result = 'reserve' then in_place.reserve_before + 1 end as reserve_number,
      case when own.result is null or exists (select from selection_runs later where later.selection_id = own.selection_id and later.state = 'published' and later.id > own.run_id)
        then (select reason_kind from selection_changes change
          where change.selection_id = own.selection_id and change.application_id = own.application_id and kind = 'gone' and approved) end as gone,
      own.leaf,
      (select content ->> 'seed' from selection_events where selection_id = own.selection_id and kind = 'selection_seed') as seed, first.salt,
      own.selection_id, own.pool_root, own.pool_count, own.unit, own.pool_points, own.gender, own.is_pwd as disability
    from own
    left join lateral (
      select change.points, change.criteria from selection_changes change
      where change.selection_id = own.selection_id and change.application_id = own.application_id and change.kind = 'points' and change.approved
        and change.decided_at < own.started_at order by change.id desc limit 1) corrected on true
    join first_submissions first on first.application_id = own.application_id
    cross join lateral (select coalesce(max(rank), 0) as people from selection_results where run_id = own.run_id and unit = own.unit) in_unit
    cross join lateral (
      select count(*)::int as people, count(*) filter (where result = 'taken')::int as taken, min(points) filter (where result = 'taken') as last_points,
        count(*) filter (where result = 'reserve' and place_rank < own.place_rank)::int as reserve_before
      from selection_results where run_id = own.run_id and unit = own.unit and place = own.place) in_place`)

/**
 * Only the owner gets an answer. An application of someone else is refused like one that does not exist (L7).
 */
export const getOwnPlace: Handler<'GET /api/job-applications/{id}/selection/'> = async (
  deps,
  { applicant, params },
) => {
  const row = await findOwnPlace(deps.db, applicant.userId, params.id)
  if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  const {
    salt,
    leaf,
    published_at: publishedAt,
    selection_id: id,
    pool_root: root,
    pool_count: size,
    unit,
    pool_points: poolPoints,
    gender,
    disability,
    ...ownResult
  } = row
  const blind = blindOf(salt)
  // The person's entry in the frozen pool. With the proof, they can check that the pool has it.
  const entry = {
    blind,
    disability,
    gender,
    leaf: leaf.toString('hex'),
    place: ownResult.place,
    points: poolPoints,
    unit,
  }
  const proof = await proveInPool(deps.db, { id, root, size }, leaf)
  return {
    ...ownResult,
    published_at: publishedAt.toISOString(),
    leaf: leaf.toString('hex'),
    lot: lotOf(leaf, Buffer.from(row.seed, 'hex')).toString('hex'),
    blind,
    pool: proof ? { format: 'selection-proof/1' as const, entry, ...proof } : null,
  }
}
