import { OUTCOME } from '#contract/selection-checks/outcome-words.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas, isLimited } from '../staff/areas.ts'

/**
 * A change to a frozen pool, which the next run of the selection uses. It corrects a person's `points`, or
 * says that the person is `gone`. `approved` is null until a second officer decides.
 */
export type ChangeRow = {
  id: number
  selection_id: number
  application: number
  reference: string
  leaf: Buffer
  kind: 'points' | 'gone'
  reason_kind: string
  reason: string
  /** The person's corrected points for each criterion, and their sum; null for a person who is gone. */
  criteria: number[] | null
  points: number | null
  proposed_by: number
  proposed_by_name: string
  proposed_at: Date
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  approved: boolean | null
  note: string
  /** The digest of the change's event in the public log; null until the change is approved. */
  digest: Buffer | null
  is_hired: boolean
}

/**
 * SQL condition: the application is in the areas of an officer who is limited to some. A withdrawn
 * application has no facts, so its area is the one that was sent.
 */
const isInAreas = ({ areas }: Staff, applicationId: Sql): Sql =>
  isLimited(areas)
    ? sql`exists (select from (
        select county, constituency from application_facts where application_id = ${applicationId}
        union all
        select counties.code, constituencies.code from submissions made
        join counties on counties.name = made.frozen::jsonb #>> '{applicant,county}'
        join constituencies on constituencies.county_code = counties.code and constituencies.name = made.frozen::jsonb #>> '{applicant,constituency}'
        where made.application_id = ${applicationId} and not exists (select from application_facts where application_id = ${applicationId})) facts
      where ${inAreas(areas)})`
    : sql`true`

// An application that was withdrawn has no facts. It is not hired, but it is still in the pool.
const isHired = sql`coalesce(facts.stage = ${stageNumber('hired')}, false)`

/** Pool changes in the officer's areas, newest first. `condition` is SQL on `selection_changes change`. */
const selectChanges = (tx: Tx, staff: Staff, condition: Sql, limit: number) =>
  tx.rows<ChangeRow>(sql`
    select change.id, change.selection_id, change.application_id as application, reference_number as reference, change.leaf, change.kind,
      change.reason_kind, change.reason, change.criteria, change.points, change.proposed_by, proposer.name as proposed_by_name,
      change.proposed_at, change.decided_by, decider.name as decided_by_name, change.decided_at, change.approved, change.note, change.digest,
      ${isHired} as is_hired
    from selection_changes change
    left join application_facts facts on facts.application_id = change.application_id
    join job_applications on job_applications.id = change.application_id
    join staff proposer on proposer.id = change.proposed_by
    left join staff decider on decider.id = change.decided_by
    where ${condition} and ${isInAreas(staff, sql`change.application_id`)} order by change.id desc limit ${limit}`)

/** Finds one change more than a page shows, so that the caller sees whether there is a next page. */
export const findChanges = (
  tx: Tx,
  staff: Staff,
  selectionId: number,
  { before, waiting }: { before?: number | undefined; waiting?: '1' | undefined },
) =>
  selectChanges(
    tx,
    staff,
    sql`change.selection_id = ${selectionId} and change.id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
      and (${waiting === undefined}::boolean or change.approved is null)`,
    OUTCOME.pageSize + 1,
  )

export const findChange = async (tx: Tx, staff: Staff, selectionId: number, id: number) =>
  (await selectChanges(tx, staff, sql`change.id = ${id} and change.selection_id = ${selectionId}`, 1))[0]

export const lockChange = async (tx: Tx, staff: Staff, selectionId: number, id: number) => {
  await tx.row(sql`select id from selection_changes where id = ${id} for no key update`)
  return findChange(tx, staff, selectionId, id)
}

type PoolPerson = {
  leaf: Buffer
  criteria: number[]
  is_gone: boolean
  /** Whether a change for this person waits for a second officer. */
  is_waiting: boolean
  is_hired: boolean
}
/** Finds a person of the pool in the officer's areas, with their present points. */
export const findPoolPerson = (tx: Tx, staff: Staff, selectionId: number, applicationId: number) =>
  tx.row<PoolPerson>(sql`
    select person.leaf,
      coalesce((select criteria from selection_changes where selection_id = person.selection_id and application_id = person.application_id
        and kind = 'points' and approved order by id desc limit 1), person.criteria) as criteria,
      exists (select from selection_changes where selection_id = person.selection_id and application_id = person.application_id
        and kind = 'gone' and approved) as is_gone,
      exists (select from selection_changes where selection_id = person.selection_id and application_id = person.application_id
        and approved is null) as is_waiting,
      ${isHired} as is_hired
    from selection_people person left join application_facts facts on facts.application_id = person.application_id
    where person.selection_id = ${selectionId} and person.application_id = ${applicationId}
      and ${isInAreas(staff, sql`person.application_id`)}`)

export const countChanges = async (tx: Tx, selectionId: number) =>
  (
    await tx.row<{ count: number }>(
      sql`select count(*)::int as count from selection_changes where selection_id = ${selectionId}`,
    )
  )?.count ?? 0

type NewChange = {
  selectionId: number
  applicationId: number
  leaf: Buffer
  kind: 'points' | 'gone'
  reasonKind: string
  reason: string
  criteria: number[] | null
  points: number | null
  by: number
  now: Date
}
export const insertChange = async (tx: Tx, change: NewChange) => {
  const row = await tx.row<{ id: number }>(sql`
    insert into selection_changes (selection_id, application_id, leaf, kind, reason_kind, reason, criteria, points, proposed_by, proposed_at)
    values (${change.selectionId}, ${change.applicationId}, ${change.leaf}, ${change.kind}, ${change.reasonKind}, ${change.reason},
      ${change.criteria}::int[], ${change.points}, ${change.by}, ${change.now}) returning id`)
  return row?.id ?? 0
}

/** The constraint `selection_changes_second_person` refuses a decision by the officer who proposed it. */
export const decideChange = (
  tx: Tx,
  id: number,
  values: { by: number; approved: boolean; note: string; digest: Buffer | null; now: Date },
) =>
  tx.run(sql`
    update selection_changes set decided_by = ${values.by}, decided_at = ${values.now}, approved = ${values.approved}, note = ${values.note},
      digest = ${values.digest}::bytea
    where id = ${id}`)

/** The digest of the frozen pool's event in the public log. A change names its selection by this digest. */
export const findPoolDigest = async (tx: Tx, selectionId: number) =>
  (
    await tx.row<{ digest: Buffer }>(
      sql`select digest from selection_events where selection_id = ${selectionId} and kind = 'selection_pool' limit 1`,
    )
  )?.digest

/** Stores the document of an event of the public log. It will be published together with the event. */
export const insertSelectionEvent = (
  tx: Tx,
  event: { selectionId: number; kind: string; content: string; digest: Buffer; now: Date },
) =>
  tx.run(sql`
    insert into selection_events (selection_id, kind, content, digest, at)
    values (${event.selectionId}, ${event.kind}, ${event.content}::jsonb, ${event.digest}, ${event.now})`)
