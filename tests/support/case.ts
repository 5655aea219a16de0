import { stageNumber, type Stage } from '#contract/staff-stages.ts'
import { sql } from '../../server/database/connect.ts'
import { fullName } from '../../server/job-applications/freeze.ts'
import { sortWaiting } from '../../server/review/sort-facts.ts'
import { login, member } from './accounts.ts'
import { answers, SUBMIT } from './answers.ts'
import type { Portal } from './portal.ts'
import type { Officer } from './staff.ts'
import { form, send } from './uploads.ts'

/** What tells who somebody is, each word found nowhere else. */
export const CANARY = {
  first_name: 'Zuhurakanari',
  middle_name: 'Mkanarikati',
  last_name: 'Otienokanari',
  phone: '+254799123777',
  id_number: '38877665',
  date_of_birth: '1987-02-03',
  email: 'zuhura.kanari@example.com',
  address: 'P.O. Box 7755 Kanarini',
  disability_type: 'Visual',
  referee: { name: 'Mzee Refkanari', email: 'refkanari@example.org', phone: '+254788321654' },
  file: 'Zuhurakanari-CV.pdf',
}
export const canaries = (): string[] => {
  const { referee, first_name, middle_name, last_name, ...rest } = CANARY
  const names = [first_name, middle_name, last_name]
  return [...names.flatMap((name) => [name, name.toLowerCase()]), ...Object.values(rest), ...Object.values(referee), fullName(CANARY), '99123777', '88321654']
}

type Asked = { jobId: number; person?: Record<string, unknown>; over?: Record<string, unknown>; files?: Record<string, { name: string; data: Buffer }> }

/** An application that was sent through the front door, with its files; its owner's visitor is signed in. */
export async function sentCase(portal: Portal, { jobId, person = {}, over = {}, files = {} }: Asked) {
  const owner = await member(portal, person)
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, owner.email)).json.token
  const { id } = (await visitor.post('/api/job-applications/', { job: jobId })).json as { id: number }
  for (const [kind, { name, data }] of Object.entries(files)) {
    const { body, type } = form([{ name: 'file', file: name, type: 'application/octet-stream', data }])
    const headers = { 'content-type': type, 'content-length': body.length }
    const { status, text } = await send(`${portal.url}/api/job-applications/${id}/documents/${kind}/`, { token: visitor.token, headers, body })
    if (status !== 200) throw new Error(`not attached: ${text}`)
  }
  const { status, json, text } = await visitor.post(SUBMIT, { job_id: jobId, ...answers(over) })
  if (status !== 200) throw new Error(`not sent: ${text}`)
  await sortWaiting(portal.deps)
  return { id, reference: String(json.reference_number), visitor, owner, job: jobId }
}
export type Sent = Awaited<ReturnType<typeof sentCase>>

export type Decided = {
  from: Stage
  to: Stage
  proposer: Pick<Officer, 'id'>
  /** Without one, reading on is one officer's to say. */
  approver: Pick<Officer, 'id'> | undefined
  /** What all on the list read, and what this one reads instead. */
  reason?: string
  own?: string | null
  /** False: approved, and not in force yet. */
  applied?: boolean
}
let lists = 0

/** Puts an application on a list of its own that has taken effect, as it stands after that; its status is left to the caller. */
export async function decide(
  { db, clock }: Portal,
  it: Pick<Sent, 'id' | 'job'>,
  { from, to, proposer, approver, reason = '', own = null, applied = true }: Decided,
) {
  const now = clock.now()
  const row = await db.row<{ id: number }>(sql`
    insert into decision_lists (job_id, name, to_stage, reason, needs_second, state, made_by, made_at, proposed_by, proposed_at, decided_by, decided_at,
      effective_at, applied_at, updated_at)
    values (${it.job}, ${`List ${++lists}`}, ${stageNumber(to)}, ${reason}, ${approver !== undefined}, ${applied ? 'applied' : 'approved'}, ${proposer.id}, ${now},
      ${proposer.id}, ${now}, ${approver?.id ?? null}, ${now}, ${now}, ${applied ? now : null}, ${now}) returning id`)
  await db.run(sql`
    insert into decision_entries (list_id, application_id, from_stage, reason, is_open, applied_at)
    values (${row?.id}, ${it.id}, ${applied ? stageNumber(from) : null}, ${own}, ${!applied}, ${applied ? now : null})`)
}
