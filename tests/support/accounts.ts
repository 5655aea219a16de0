import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { newChallenge } from '../../server/captcha/altcha.ts'
import { sql } from '../../server/database/connect.ts'
import type { Portal } from './portal.ts'
import type { Answer, Visitor } from './visitor.ts'

export const PASSWORD = 'Violet7inkpot'
export const NEW_PASSWORD = 'quiet river stone'
export const QUESTION = 'What was the name of your first class teacher?'
export const ANSWER = 'Mwalimu Wafula'

let people = 0

/**
 * A registration as the form sends it, valid in every field, without the captcha. `over` replaces fields.
 * Each call invents a different person, who lives in Nairobi.
 */
export function registration(over: Record<string, unknown> = {}) {
  const number = ++people
  return {
    email: `wanjiku${number}@example.com`,
    password: PASSWORD,
    first_name: 'wanjiku',
    last_name: "ng'ang'a",
    middle_name: '',
    document_type: 'ID Card',
    id_number: String(20_000_000 + number),
    gender: 'F',
    date_of_birth: '1999-05-06',
    country: 'KE',
    county: 47,
    constituency: 274,
    ward: 1366,
    phone: '+254712345678',
    is_pwd: 'No',
    disability_type: '',
    ...over,
  }
}

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/** Solves a captcha challenge. Returns the value of the field `recaptchaToken`. */
export async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A solved captcha that costs almost no time: the portal signed it, but with the least proof of work. */
export const captcha = async ({ deps }: Pick<Portal, 'deps'>) =>
  solve(await newChallenge(deps, { cost: 1, counter: 1 }))

/** Sends a registration with a newly solved captcha. */
export const register = async (
  portal: Portal,
  body: Record<string, unknown>,
  visitor: Visitor = portal.visitor(),
  headers: Record<string, string> = {},
) => visitor.post('/api/register/', { recaptchaToken: await captcha(portal), ...body }, { headers })

/** A person with a verified account. `id`: the id of the account's row. */
export async function member(
  portal: Portal,
  over: Record<string, unknown> = {},
): Promise<{ id: number; email: string; password: string }> {
  const body = registration(over)
  const answer = await register(portal, body)
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`)
  const row = await portal.db.row<{ id: number }>(
    sql`update users set email_verified_at = ${portal.clock.now()} where email = ${body.email} returning id`,
  )
  return { id: row?.id ?? 0, email: body.email, password: body.password }
}

export const login = (
  visitor: Visitor,
  email: string,
  password = PASSWORD,
  ask: { ip?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => visitor.post('/api/login/', { email, password }, ask)

/** A new person who is logged in on one device. `question`: the account has a security question. */
export async function loggedIn(portal: Portal, over: { browser?: boolean; question?: boolean } = {}) {
  const account = await member(portal)
  const visitor = portal.visitor({ browser: over.browser ?? false })
  const answer = await login(visitor, account.email)
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`)
  visitor.token = answer.json.token
  if (over.question)
    await visitor.post('/api/security/set/', { security_question: QUESTION, security_answer: ANSWER })
  return { ...account, visitor, token: String(answer.json.token) }
}

/** The number of rows that a query returns. */
export const count = async ({ db }: Pick<Portal, 'db'>, query: ReturnType<typeof sql>) =>
  (await db.row<{ n: number }>(sql`select count(*) as n from (${query}) counted`))?.n ?? 0

const monotonic = performance.now.bind(performance)
let aheadMs = 0

/**
 * Moves the process's monotonic clock one minute forward, so that the network may make more calls. All tests
 * share one network, and its limit for calls uses this clock. Stricter limits use other clocks.
 */
export function nextMinute() {
  aheadMs += 60_000
  performance.now = () => monotonic() + aheadMs
}
