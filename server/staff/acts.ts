import { STAFF } from '#contract/staff-limits.ts'
import { ACT_WORDS } from '#contract/staff-words.ts'
import { sql, type Tx } from '../database/connect.ts'
import { aboutOf } from './act-about.ts'
import type { Act } from '../http/serve.ts'
import { pageOf } from './page-of.ts'
import { presentOfficer } from './present.ts'

type Row = {
  id: number
  at: Date
  staff_id: number | null
  name: string | null
  role: string
  act: string
  job_id: number | null
  application_id: number | null
  user_id: number | null
  reason: string
  digest: Buffer
  detail: Record<string, unknown>
  /** The officer it was done to, or whose acts were read. */
  officer: string | null
}

const findActs = async (tx: Tx, before: number, person: number | undefined) => {
  const rows = await tx.rows<Row>(sql`
    select it.id, at, staff_id, staff.name, it.role, act, job_id, application_id, user_id, reason, digest, detail, officer.name as officer
    from staff_acts it left join staff on staff.id = staff_id
    left join staff officer on officer.id = case when act ~ '^appointment[.]' or act in ('blind.agreed', 'blind.refused', 'person.changed', 'log.looked_at', 'support.many_people') then (detail ->> 'person')::bigint end
    where it.id < ${before} and (${person ?? null}::bigint is null or staff_id = ${person ?? null})
    order by it.id desc limit ${STAFF.actsPage + 1}`)
  return rows.map(({ detail, officer, ...row }) => ({ ...row, about: aboutOf(detail, officer) }))
}

/** Newest first. */
export const listActs: Act<'GET /api/staff/acts/'> = async (deps, { query }) => {
  const rows = await findActs(deps.db, query.before ?? Number.MAX_SAFE_INTEGER, query.person)
  const { shown, next } = pageOf(rows, STAFF.actsPage)
  return {
    results: shown.map(({ at, staff_id, name, digest, ...it }) => ({
      ...it,
      at: at.toISOString(),
      by: presentOfficer(staff_id, name),
      words: ACT_WORDS[it.act] ?? it.act,
      digest: digest.toString('hex'),
    })),
    next,
  }
}
