import assert from 'node:assert/strict'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { sql } from '../../server/database/connect.ts'
import { digestSubmit } from '../../server/tickets/digests.ts'
import { login } from './accounts.ts'
import { answers, readyToSend, SUBMIT } from './answers.ts'
import type { Portal } from './portal.ts'
import type { Answer, Visitor } from './visitor.ts'

export const HOUR_MS = 3_600_000

/** While `work` runs, every submit fails halfway with a server error, so that its answer has a ticket. */
export async function whileBroken<Result>(portal: Portal, work: () => Promise<Result>): Promise<Result> {
  await portal.db.run(sql`
    create or replace function breaks() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await portal.db.run(
    sql`create trigger breaks before insert or update on submissions for each row execute function breaks()`,
  )
  try {
    return await work()
  } finally {
    await portal.db.run(sql`drop trigger breaks on submissions`)
  }
}

/** A person with a draft for a job that closes in half an hour by the portal's clock. */
export async function beforeDeadline(portal: Portal, job: Record<string, unknown> = {}) {
  const deadline = new Date(portal.clock.now().getTime() + HOUR_MS / 2)
  const person = await readyToSend(portal, { job: { expiry_date: deadline.toISOString(), ...job } })
  const body = { job_id: person.jobId, ...answers(), idempotency_key: `key${person.applicationId}` }
  return { ...person, deadline, body }
}
export type Person = Awaited<ReturnType<typeof beforeDeadline>>

/** Submits, and gets a ticket instead of a final answer. */
export async function ticketFor(
  portal: Portal,
  visitor: Visitor,
  body: Record<string, unknown>,
): Promise<string> {
  const answer = await whileBroken(portal, () => visitor.post(SUBMIT, body))
  if (answer.status !== 500 || !answer.json.ticket) throw new Error(`no ticket: ${answer.text}`)
  return String(answer.json.ticket)
}

/** The header with the digest of a request body, as a browser computes it. */
export const digestHeader = async (body: Record<string, unknown>, files: Record<string, string> = {}) => ({
  'submit-digest': (await digestSubmit(body, { files }))?.digest.toString('hex') ?? '',
})
export const contentOf = async (body: Record<string, unknown>, files: Record<string, string> = {}) =>
  (await digestSubmit(body, { files }))?.content

export const sendWith = (visitor: Visitor, body: Record<string, unknown>, ...tickets: string[]) =>
  visitor.post(SUBMIT, body, { headers: { 'submit-ticket': tickets.join(',') } })

/** The same person on another device, or after a new login. */
export async function loggedInAgain(portal: Portal, email: string): Promise<Visitor> {
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, email)).json.token
  return visitor
}

/** Moves the clock a minute, or `ms`, past the deadline of `beforeDeadline`. */
export const afterDeadline = (portal: Portal, ms = 60_000) => portal.clock.advance(HOUR_MS / 2 + ms)

/** Checks that a call was refused with the status, code and sentence of this kind of refusal. */
export const isRefused = (answer: Answer, kind: RefusalKind) =>
  assert.deepEqual(
    [answer.status, answer.json.code, answer.json.message],
    [REFUSALS[kind].status, kind, REFUSALS[kind].message],
    answer.text,
  )
