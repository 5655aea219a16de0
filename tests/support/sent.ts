import { login } from './accounts.ts'
import { answers, SUBMIT } from './answers.ts'
import type { Portal } from './portal.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'

let keys = 0

/** The owner of an account submits an application through the API. `id`: the id of its database row. */
export async function sendApplication(
  portal: Pick<Portal, 'visitor'>,
  email: string,
  jobId: number,
  over: Record<string, unknown> = {},
) {
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, email)).json.token
  const { status, json, text } = await visitor.post(SUBMIT, {
    job_id: jobId,
    idempotency_key: `sent${++keys}`,
    ...answers(over),
  })
  if (status !== 200) throw new Error(`not sent: ${text}`)
  const receipt = json.receipt as Receipt
  return { id: Number(json.id), reference: String(json.reference_number), receipt, visitor }
}
