import { sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { login, member } from './accounts.ts'
import { answers, SUBMIT } from './answers.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'
import { form, send } from './uploads.ts'

export type Query = Record<string, string>
export const tablePath = (jobId: number, query: Query = {}) =>
  `/api/staff/jobs/${jobId}/applications/?${new URLSearchParams(query)}`

type Asked = {
  person?: Record<string, unknown>
  over?: Record<string, unknown>
  files?: Record<string, Buffer>
}

/** An application with PDFs that a new person submitted through the API. Its facts are not derived yet. */
export async function sentBy(
  portal: Portal,
  jobId: number,
  { person = {}, over = {}, files = {} }: Asked = {},
) {
  const account = await member(portal, person)
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, account.email)).json.token
  const { id } = (await visitor.post('/api/job-applications/', { job: jobId })).json as { id: number }
  for (const [kind, data] of Object.entries(files)) {
    const { body, type } = form([{ name: 'file', file: `${kind}.pdf`, type: 'application/pdf', data }])
    const headers = { 'content-type': type, 'content-length': body.length }
    const { status, text } = await send(`${portal.url}/api/job-applications/${id}/documents/${kind}/`, {
      token: visitor.token,
      headers,
      body,
    })
    if (status !== 200) throw new Error(`not attached: ${text}`)
  }
  const { status, json, text } = await visitor.post(SUBMIT, { job_id: jobId, ...answers(over) })
  if (status !== 200) throw new Error(`not sent: ${text}`)
  return { id, reference: String(json.reference_number), userId: account.id, email: account.email }
}

export const deriveFacts = (portal: Portal) => deriveWaitingFacts(portal.deps)

const seconds = new WeakMap<Portal['db'], Officer>()

/** Lets this officer see applicants' identities: the officer requests it, and another approver agrees. */
export async function lift(
  portal: Portal,
  { visitor }: Officer,
  jobId: number,
  reason = 'The panel compares names with its list',
): Promise<void> {
  const proposal = await visitor.post(`/api/staff/jobs/${jobId}/lift-blind/`, { reason })
  if (proposal.status !== 200) throw new Error(`not asked: ${proposal.text}`)
  await agreeToLift(portal, proposal.json.id)
}

/** An approver of this portal agrees to a request. The same approver is used while their session lasts. */
async function agreeToLift(portal: Portal, id: number): Promise<void> {
  const agree = async (by: Officer) => by.visitor.post(`/api/staff/lifts/${id}/decide/`, { agree: true })
  const known = seconds.get(portal.db)
  const first = known && (await agree(known))
  if (first && first.status === 200) return
  const fresh = await officer(portal, 'approver')
  seconds.set(portal.db, fresh)
  const { status, text } = await agree(fresh)
  if (status !== 200) throw new Error(`not agreed: ${text}`)
}

export type FactsRow = {
  application_id: number
  job_id: number
  submitted_at: Date
  county: number
  constituency: number
  ward: number
  place: number | null
  gender: 'M' | 'F' | 'O'
  is_pwd: boolean
  born: string
  level: number
  year: number
  experience: number
  documents: number
  flags: number
  stage: number
  list_id: number | null
  is_open: boolean
  is_read: boolean
}
export const factsOfJob = ({ db }: Pick<Portal, 'db'>, jobId: number) =>
  db.rows<FactsRow>(
    sql`select * from application_facts where job_id = ${jobId} order by submitted_at, application_id`,
  )
export const factOf = ({ db }: Pick<Portal, 'db'>, id: number) =>
  db.row<FactsRow>(sql`select * from application_facts where application_id = ${id}`)
