import { type Stage, STATUS_OF, stageNumber } from '#contract/review/stages.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { login, member } from './accounts.ts'
import { readyToSend, SUBMIT } from './answers.ts'
import { postJobs } from './jobs.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'
import type { Answer } from './visitor.ts'

const MINUTE = 60_000
let made = 0

/** The JSON of a reply. Throws an error for any status except 200. */
export const good = ({ status, json, text }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json
}

type Place = { county: number; constituency: number; ward: number }
const NAIROBI: Place = { county: 47, constituency: 274, ward: 1366 }

/**
 * Inserts applications of one job as submitted and with facts derived, without the form. Each belongs to
 * another person, `Person<n>`, with the address `decided<n>@example.com`.
 */
export async function sentOnes(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  jobId: number,
  count: number,
  over: Partial<Place> & { stage?: Stage } = {},
): Promise<number[]> {
  const { county, constituency, ward } = { ...NAIROBI, ...over }
  const stage = over.stage ?? 'received'
  const now = clock.now()
  const first = made + 1
  made += count
  // Inserts the people, their applications, the frozen submissions and the facts. Returns a row for each
  // application.
  const rows = await db.rows<{ id: number }>(sql`
    with people as (
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
        phone, is_pwd, email_verified_at, created_at)
      select 'decided' || n || '@example.com', '', 'Person' || n, 'Kamau', 'ID Card', (40000000 + n)::text, 'F', '1995-03-04', ${county}, ${constituency}, ${ward},
        '+254700000000', false, ${now}, ${now}
      from generate_series(${first}::int, ${made}::int) n returning id, email, first_name),
    applications as (
      insert into job_applications (user_id, job_id, is_completed, reference_number, status, submitted_at, created_at, updated_at)
      select id, ${jobId}, true, 'D' || id || '-' || ${jobId}::int, ${STATUS_OF[stage]}, ${now}, ${now}, ${now} from people
      returning id, user_id, reference_number),
    frozen as (
      insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
      select applications.id, jsonb_build_object('job', jsonb_build_object('title', 'Clerk as "it" was', 'reference', 'OLD/1'),
        'applicant', jsonb_build_object('first_name', first_name, 'email', email))::text, sha256(''), sha256(''), '', '', '{}', ${now}
      from applications join people on people.id = user_id),
    facts as (
      insert into application_facts (application_id, job_id, submitted_at, county, constituency, ward, gender, is_pwd, born, level, year, experience, stage)
      select id, ${jobId}, ${now}, ${county}, ${constituency}, ${ward}, 'F', false, '1995-03-04', 2, 2015, 12, ${stageNumber(stage)} from applications)
    select id from applications order by id`)
  // Empty the worker's queue, because the facts of these applications are already there.
  await db.run(sql`delete from facts_waiting`)
  return rows.map(({ id }) => id)
}

/** An application that a logged-in person submitted through the API. Its facts are derived. */
export async function sentByHand(portal: Portal, job: Record<string, unknown> = {}) {
  const applicant = await readyToSend(portal, { job })
  const { reference_number: reference } = good(
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId }),
  )
  // Inserts the facts, which the worker would derive from the account and the answers.
  await portal.db.run(sql`
    insert into application_facts (application_id, job_id, submitted_at, county, constituency, ward, gender, is_pwd, born, level, year, experience)
    select application.id, job_id, submitted_at, county_code, constituency_code, ward_code, gender, is_pwd, date_of_birth, 2, 2015, 12
    from job_applications application join users on users.id = user_id where application.id = ${applicant.applicationId}`)
  await portal.db.run(sql`delete from facts_waiting`)
  return { ...applicant, reference: String(reference) }
}

/** Gives an application to a new owner, who can log in. */
export async function ownerOf(portal: Portal, applicationId: number) {
  const person = await member(portal)
  await portal.db.run(sql`update job_applications set user_id = ${person.id} where id = ${applicationId}`)
  const visitor = portal.visitor()
  visitor.token = good(await login(visitor, person.email)).token
  return { visitor, email: person.email }
}

/** A recruiter who proposes decision lists, an approver who decides on them, and their API calls. */
export async function decisionStaff(portal: Portal) {
  const [author, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
  const post = (path: string, body: unknown, by: Officer) => by.visitor.post(path, body)
  const staff = {
    author,
    second,
    job: async (over: Record<string, unknown> = {}): Promise<number> =>
      (await postJobs(portal, over))[0] ?? 0,
    make: (job: number, to: Stage, over: Record<string, unknown> = {}, by: Officer = author) =>
      post(
        `/api/staff/jobs/${job}/decisions/`,
        { name: `To ${to}`, reason: 'Because', to_stage: to, ...over },
        by,
      ),
    change: (list: number, body: Record<string, unknown>, by: Officer = author) =>
      by.visitor.request('PATCH', `/api/staff/decisions/${list}/`, { body }),
    add: (list: number, applications: number[], over: Record<string, unknown> = {}, by: Officer = author) =>
      post(`/api/staff/decisions/${list}/entries/`, { applications, ...over }, by),
    take: (list: number, applications: number[], over: Record<string, unknown> = {}, by: Officer = author) =>
      post(`/api/staff/decisions/${list}/entries/remove/`, { applications, ...over }, by),
    move: (
      job: number,
      to: Stage,
      applications: number[],
      over: Record<string, unknown> = {},
      by: Officer = author,
    ) => post(`/api/staff/jobs/${job}/move/`, { applications, to_stage: to, ...over }, by),
    propose: (list: number, by: Officer = author, body: Record<string, unknown> = {}) =>
      post(`/api/staff/decisions/${list}/propose/`, body, by),
    withdraw: (list: number, by: Officer = author) => post(`/api/staff/decisions/${list}/withdraw/`, {}, by),
    decide: (list: number, body: Record<string, unknown>, by: Officer = second) =>
      post(`/api/staff/decisions/${list}/decide/`, body, by),
    undo: (list: number, by: Officer = author, reason = 'A mistake') =>
      post(`/api/staff/decisions/${list}/undo/`, { reason }, by),
    view: (list: number, by: Officer = author) => by.visitor.get(`/api/staff/decisions/${list}/`),
    /** Drafts a decision list with these applications. */
    drafted: async (
      job: number,
      to: Stage,
      applications: number[],
      over: Record<string, unknown> = {},
    ): Promise<number> => {
      const { id } = good(await staff.make(job, to, over))
      if (applications.length > 0) good(await staff.add(id, applications))
      return id
    },
    /** `early_reason`: why this decision comes before the deadline. */
    proposed: async (
      job: number,
      to: Stage,
      applications: number[],
      { early_reason, ...over }: Record<string, unknown> = {},
    ) => {
      const id = await staff.drafted(job, to, applications, over)
      return good(await staff.propose(id, author, early_reason === undefined ? {} : { early_reason }))
    },
    /** Proposes a decision list, with approval where that is needed. It has not taken effect yet. */
    approved: async (
      job: number,
      to: Stage,
      applications: number[],
      over: Record<string, unknown> = {},
    ): Promise<number> => {
      const list = await staff.proposed(job, to, applications, over)
      if (list.state === 'proposed') good(await staff.decide(list.id, { approve: true, digest: list.digest }))
      return list.id
    },
    /** Makes a decision list that has also taken effect. */
    applied: async (
      job: number,
      to: Stage,
      applications: number[],
      over: Record<string, unknown> = {},
    ): Promise<number> => {
      const id = await staff.approved(job, to, applications, over)
      portal.clock.advance(10 * MINUTE)
      await applyDueLists(portal.deps)
      return id
    },
  }
  return staff
}
export type DecisionStaff = Awaited<ReturnType<typeof decisionStaff>>
