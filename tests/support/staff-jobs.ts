import { sql } from '../../server/database/connect.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'
import type { Answer } from './visitor.ts'

let written = 0

/**
 * A job's content as the officers' form sends it, valid in every field. `over` replaces fields. Each call
 * makes a different job.
 */
export const jobContent = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  reference: `STAFF/${++written}`,
  title: `Warehouse Assistant ${written}`,
  department: 'Voter Registration & Electoral Operations',
  location: 'Garissa',
  county_code: 47,
  job_type_id: 2,
  category: 'Logistics',
  vacancies: 12,
  terms: 'Three months',
  remuneration: 'KES 1,200 a day',
  min_qualification_level_id: 1,
  min_age: 18,
  experience_required: false,
  min_referees: 1,
  documents: 'asked',
  wanted_documents: [],
  description_html: '<p>You keep the stores of the county.</p>',
  qualification_html: '<ul><li>KCSE</li></ul>',
  title_sw: '',
  terms_sw: '',
  remuneration_sw: '',
  description_sw: '',
  qualification_sw: '',
  expiry_date: '2026-12-03',
  by_election_areas: [],
  huduma_centres: [],
  ...over,
})

/** The texts of a job in Kiswahili, as an officer writes them. */
export const KISWAHILI = {
  title_sw: 'Karani wa Ghala',
  terms_sw: 'Miezi mitatu',
  remuneration_sw: 'KES 1,200 kwa siku',
  description_sw: '<p>Utatunza maghala ya kaunti.</p>',
  qualification_sw: '<ul><li>Cheti cha KCSE</li></ul>',
}

export type Change = { kind: string; reason?: string; [field: string]: unknown }

/** A recruiter who proposes jobs, an approver who decides on them, and their API calls. */
export async function jobStaff(portal: Portal) {
  const [author, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
  const put = (id: number, content: Record<string, unknown>, updated_at: string, by: Officer = author) =>
    by.visitor.request('PUT', `/api/staff/jobs/${id}/`, { body: { content, updated_at } })
  const write = (over: Record<string, unknown> = {}, by: Officer = author) =>
    by.visitor.post('/api/staff/jobs/', { content: jobContent(over) })
  /** An officer's change is based on the stored version of the job, unless `updated_at` names another. */
  const propose = async (id: number, change: Change, by: Officer = author) => {
    const row = change.content
      ? await portal.db.row<{ updated_at: Date }>(sql`select updated_at from jobs where id = ${id}`)
      : undefined
    const read = row ? { updated_at: row.updated_at.toISOString() } : {}
    return by.visitor.post(`/api/staff/jobs/${id}/changes/`, {
      reason: change.kind === 'publish' ? '' : 'The commission resolved so',
      ...read,
      ...change,
    })
  }
  const decide = (
    id: number,
    change: number,
    body: Record<string, unknown> = { approve: true },
    by: Officer = second,
  ) => by.visitor.post(`/api/staff/jobs/${id}/changes/${change}/decide/`, body)
  const withdraw = (id: number, change: number, by: Officer = author) =>
    by.visitor.request('DELETE', `/api/staff/jobs/${id}/changes/${change}/`)
  const good = ({ status, json, text }: Answer) => {
    if (status !== 200) throw new Error(`${status} ${text}`)
    return json
  }
  /** The id of the job's newest proposal. */
  const changeOf = (json: { changes: { id: number }[] }) => json.changes[0]?.id ?? 0
  return {
    author,
    second,
    put,
    write,
    propose,
    decide,
    withdraw,
    detail: (id: number, by: Officer = author) => by.visitor.get(`/api/staff/jobs/${id}/`),
    /** Adds a draft of a job. Returns its id. */
    draft: async (over: Record<string, unknown> = {}): Promise<number> => good(await write(over)).id,
    /** Proposes a job, which waits for approval. Returns the proposal's id. */
    proposed: async (id: number, change: Change): Promise<number> =>
      changeOf(good(await propose(id, change))),
    /** Changes a job with approval. Returns the full job. */
    changed: async (id: number, change: Change) =>
      good(await decide(id, changeOf(good(await propose(id, change))))),
    /** Publishes a job. Returns its id. */
    published: async (over: Record<string, unknown> = {}): Promise<number> => {
      const { id } = good(await write(over))
      good(await decide(id, changeOf(good(await propose(id, { kind: 'publish' })))))
      return id
    },
  }
}
export type JobStaff = Awaited<ReturnType<typeof jobStaff>>
