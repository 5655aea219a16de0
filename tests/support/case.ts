import { fullName } from '../../server/job-applications/freeze.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { login, member } from './accounts.ts'
import { answers, SUBMIT } from './answers.ts'
import type { Portal } from './portal.ts'
import { form, send } from './uploads.ts'

/** A person's identifying data. Each word occurs nowhere else, so that a search finds every use. */
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
/** All texts that would reveal the person, with other spellings and phone numbers without their start. */
export const canaries = (): string[] => {
  const { referee, first_name, middle_name, last_name, ...rest } = CANARY
  const names = [first_name, middle_name, last_name]
  return [
    ...names.flatMap((name) => [name, name.toLowerCase()]),
    ...Object.values(rest),
    ...Object.values(referee),
    fullName(CANARY),
    '99123777',
    '88321654',
  ]
}

type Asked = {
  jobId: number
  person?: Record<string, unknown>
  over?: Record<string, unknown>
  files?: Record<string, { name: string; data: Buffer }>
}

/**
 * An application that was submitted through the API, with its files. The visitor of its owner is logged in.
 */
export async function sentCase(portal: Portal, { jobId, person = {}, over = {}, files = {} }: Asked) {
  const owner = await member(portal, person)
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, owner.email)).json.token
  const { id } = (await visitor.post('/api/job-applications/', { job: jobId })).json as { id: number }
  for (const [kind, { name, data }] of Object.entries(files)) {
    const { body, type } = form([{ name: 'file', file: name, type: 'application/octet-stream', data }])
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
  await deriveWaitingFacts(portal.deps)
  return { id, reference: String(json.reference_number), visitor, owner, job: jobId }
}
export type Sent = Awaited<ReturnType<typeof sentCase>>
