import { createHash, randomUUID } from 'node:crypto'
import { SESSION } from '#contract/limits.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Secrets } from '../secrets.ts'
import { deviceWords } from './device-words.ts'
import { refuse } from './refuse.ts'
import { isStale, type SessionLineRow } from './session-line.ts'
import { randomToken, sameBytes, type Visitor } from './visitor.ts'

/** A signed-in person, as every act for applicants receives them. */
export type Applicant = { userId: number; session: Session }
export type Session = { chain: string; expiresAt: Date; endsAt: Date; generation: number; current: boolean }

const digest = (value: string) => createHash('sha256').update(value).digest()

// Derived, not drawn: two tabs that extend at once are given the same next token (T6).
const tokenOf = (secrets: Secrets, chain: string, generation: number) => secrets.hmac('session', `${chain} ${generation}`).toString('base64url')

const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
const earliest = (left: Date, right: Date) => (left < right ? left : right)

/** Who signs in, and the hash of the password that was judged right. */
export type Proven = { userId: number; passwordHash: string }

/**
 * A new session, bound to this browser if it is one: the statement that opens it, the token, which nobody but the caller will
 * know, and what gives the browser its cookie once the statement is through. It opens none, and writes no row, for a password that
 * was changed meanwhile: the sessions of the old one were ended, this one would live (T6). `atLogin` keeps the time of this login for the next one
 * to tell, and does something `beside` it in the same statement.
 */
export function newSession(
  deps: Deps,
  { userId, passwordHash }: Proven,
  visitor: Visitor,
): { inserting: Sql; atLogin: (beside?: Sql) => Sql; bind: () => void; token: string; expiresAt: Date } {
  const chain = randomUUID()
  const token = tokenOf(deps.secrets, chain, 0)
  const now = deps.now()
  const expiresAt = later(now, SESSION.endAfterMs)
  const binding = visitor.browser ? randomToken() : undefined
  const bind = () => {
    if (binding) visitor.setCookie('session', binding)
  }
  const insertingFrom = (owner: Sql) => sql`
    insert into sessions (chain, user_id, token_hash, binding_hash, device, opened_at, expires_at, ends_at, login_before)
    select ${chain}::uuid, id, ${digest(token)}::bytea, ${binding ? digest(binding) : null}::bytea, ${deviceWords(visitor.header('user-agent'))}::text,
      ${now}::timestamptz, ${expiresAt}::timestamptz, ${later(now, SESSION.absoluteMs)}::timestamptz, last_login_at
    from ${owner}`
  const owner = sql`users where id = ${userId} and password_hash = ${passwordHash}`
  const atLogin = (beside?: Sql) => sql`
    with ${beside ? sql`beside as (${beside}), ` : sql``}owner as (select id, last_login_at from ${owner} for no key update),
      noted as (update users set last_login_at = ${now} from owner where users.id = owner.id)
    ${insertingFrom(sql`owner`)}`
  return { inserting: sql`${insertingFrom(owner)} for share`, atLogin, bind, token, expiresAt }
}

type SessionRow = {
  chain: string
  user_id: number
  generation: number
  current: boolean
  binding_hash: Buffer | null
  expires_at: Date
  ends_at: Date
  used_at: Date
}

const findSession = (db: Tx, hash: Buffer, now: Date) =>
  db.row<SessionRow>(sql`
    select chain, user_id, generation, token_hash = ${hash} as current, binding_hash, expires_at, ends_at,
      coalesce(last_used_at, opened_at) as used_at
    from sessions
    where (token_hash = ${hash} or (previous_hash = ${hash} and previous_until > ${now})) and expires_at > ${now}`)

/** What is to happen to a session whose token came without its browser's cookie (T8). */
export type OnStolen = (deps: Deps, chain: string, userId: number) => Promise<void>

/** The person behind `Authorization: Token ...`, or undefined when there is no such header. Refuses `signed_out`. */
export async function resolveApplicant(deps: Deps, visitor: Visitor, onStolen: OnStolen): Promise<Applicant | undefined> {
  const header = visitor.header('authorization')
  if (header === undefined) return undefined
  const token = /^Token ([\w-]{43})$/.exec(header)?.[1]
  if (!token) throw refuse('signed_out')
  const row = await findSession(deps.db, digest(token), deps.now())
  if (!row) throw refuse('signed_out')
  if (row.binding_hash && !sameBytes(row.binding_hash, digest(visitor.cookie('session') ?? ''))) {
    // A browser's token that comes without its cookie was taken from that browser (T8).
    await onStolen(deps, row.chain, row.user_id)
    deps.log('warn', 'session.token_without_cookie', { id: row.user_id })
    throw refuse('signed_out')
  }
  const { chain, generation, current, expires_at: expiresAt, ends_at: endsAt } = row
  if (isStale(row.used_at, deps.now())) await deps.db.run(sql`update sessions set last_used_at = ${deps.now()} where chain = ${chain}`)
  return { userId: row.user_id, session: { chain, generation, current, expiresAt, endsAt } }
}

/** Slides the hour forward, never past the twelfth (A12, T7), and changes the token; a tab that still holds the old one gets the same new one. */
export async function extend(deps: Deps, { session }: Applicant) {
  const now = deps.now()
  const expiresAt = earliest(later(now, SESSION.endAfterMs), session.endsAt)
  const generation = session.current ? session.generation + 1 : session.generation
  const token = tokenOf(deps.secrets, session.chain, generation)
  if (session.current) {
    const moved = await deps.db.run(sql`
      update sessions
      set generation = ${generation}, previous_hash = token_hash, previous_until = ${later(now, SESSION.graceMs)},
          token_hash = ${digest(token)}, expires_at = ${expiresAt}
      where chain = ${session.chain} and generation = ${session.generation}`)
    if (moved) return { token, expiresAt }
  }
  await deps.db.run(sql`update sessions set expires_at = ${expiresAt} where chain = ${session.chain}`)
  return { token, expiresAt }
}

/** A12: a write slides the hour too, without changing the token; at most one update a minute. */
export async function slide(deps: Deps, { session }: Applicant): Promise<Date> {
  const expiresAt = earliest(later(deps.now(), SESSION.endAfterMs), session.endsAt)
  if (expiresAt.getTime() - session.expiresAt.getTime() < 60_000) return session.expiresAt
  await deps.db.run(sql`
    update sessions set expires_at = ${expiresAt} where chain = ${session.chain} and expires_at < ${expiresAt}`)
  return expiresAt
}

export const endSession = (tx: Tx, chain: string) => tx.run(sql`delete from sessions where chain = ${chain}`)

/** After a reset, a change of password or a disabled account: nobody stays signed in. */
export const endSessionsOf = (tx: Tx, userId: number) => tx.run(sql`delete from sessions where user_id = ${userId}`)

/** Everybody else of the account is signed out; one by its id, or all. */
export const endOtherSessions = (tx: Tx, userId: number, { chain }: Session) =>
  tx.run(sql`delete from sessions where user_id = ${userId} and chain <> ${chain}`)
export const endOwnSession = (tx: Tx, userId: number, chain: string) => tx.run(sql`delete from sessions where user_id = ${userId} and chain = ${chain}`)

/** Where a person is signed in, the present session first. */
export const findSessionsOf = (db: Db, userId: number, { chain }: Session, now: Date) =>
  db.rows<SessionLineRow>(sql`
    select chain as id, chain = ${chain} as present, device, opened_at, coalesce(last_used_at, opened_at) as used_at
    from sessions where user_id = ${userId} and expires_at > ${now} order by 2 desc, 5 desc, 1 limit ${SESSION.listed}`)

const BATCH = 1_000
/** Housekeeping: a thousand rows at a time. After a last hour there are hundreds of thousands. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  while ((await db.run(sql`delete from sessions where chain in (select chain from sessions where expires_at < ${now} limit ${BATCH})`)) === BATCH);
}
