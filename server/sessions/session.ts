import { createHash, randomUUID } from 'node:crypto'
import { SESSION } from '#contract/accounts/session-limits.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Secrets } from '../secrets.ts'
import { deviceWords } from './device-words.ts'
import { refuse } from '../http/refuse.ts'
import { isStale, type SessionLineRow } from './session-line.ts'
import { randomToken, sameBytes, type Visitor } from '../http/visitor.ts'

/** A logged-in person, as every handler for applicants receives them. */
export type Applicant = { userId: number; session: Session }
export type Session = { chain: string; expiresAt: Date; endsAt: Date; generation: number; current: boolean }

const digest = (value: string) => createHash('sha256').update(value).digest()

// Derived, not random: two tabs that extend at once get the same next token (T6).
const tokenOf = (secrets: Secrets, chain: string, generation: number) =>
  secrets.hmac('session', `${chain} ${generation}`).toString('base64url')

const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
const earliest = (left: Date, right: Date) => (left < right ? left : right)

/** Who logs in, and the hash of the password that was verified. */
export type Proven = { userId: number; passwordHash: string }

/**
 * A new session, bound to this browser if the caller is one. `inserting` opens it; only the caller ever knows
 * `token`; `bind` sets the browser's cookie once the statement succeeded. If the password was changed
 * meanwhile, the statement opens no session and writes no row:
 * the sessions of the old password were ended, and this one would survive (T6). `atLogin` also saves the time
 * of this login, to show at the next one, and runs `beside` in the same statement.
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

/** Handles a session whose token came without its browser's cookie (T8). */
export type OnStolen = (deps: Deps, chain: string, userId: number) => Promise<void>

/**
 * The person behind `Authorization: Token ...`, or undefined when there is no such header. Refuses
 * `signed_out`.
 */
export async function resolveApplicant(
  deps: Deps,
  visitor: Visitor,
  onStolen: OnStolen,
): Promise<Applicant | undefined> {
  const header = visitor.header('authorization')
  if (header === undefined) return undefined
  const token = /^Token ([\w-]{43})$/.exec(header)?.[1]
  if (!token) throw refuse('signed_out')
  const row = await findSession(deps.db, digest(token), deps.now())
  if (!row) throw refuse('signed_out')
  if (row.binding_hash && !sameBytes(row.binding_hash, digest(visitor.cookie('session') ?? ''))) {
    // A browser's token that comes without its cookie was stolen from that browser (T8).
    await onStolen(deps, row.chain, row.user_id)
    deps.log('warn', 'session.token_without_cookie', { id: row.user_id })
    throw refuse('signed_out')
  }
  const { chain, generation, current, expires_at: expiresAt, ends_at: endsAt } = row
  if (isStale(row.used_at, deps.now()))
    await deps.db.run(sql`update sessions set last_used_at = ${deps.now()} where chain = ${chain}`)
  return { userId: row.user_id, session: { chain, generation, current, expiresAt, endsAt } }
}

/**
 * Moves the end forward by an hour, never past the twelfth (A12, T7), and changes the token. A tab that still
 * has the old token gets the same new one.
 */
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

/** A write also moves the end forward, without a new token; at most one update a minute (A12). */
export async function slide(deps: Deps, { session }: Applicant): Promise<Date> {
  const expiresAt = earliest(later(deps.now(), SESSION.endAfterMs), session.endsAt)
  if (expiresAt.getTime() - session.expiresAt.getTime() < 60_000) return session.expiresAt
  await deps.db.run(sql`
    update sessions set expires_at = ${expiresAt} where chain = ${session.chain} and expires_at < ${expiresAt}`)
  return expiresAt
}

export const endSession = (tx: Tx, chain: string) => tx.run(sql`delete from sessions where chain = ${chain}`)

/**
 * Ends every session of the account: after a reset, a change of password, or when the account is disabled.
 */
export const endSessionsOf = (tx: Tx, userId: number) =>
  tx.run(sql`delete from sessions where user_id = ${userId}`)

/** Ends all other sessions of the account; `endOwnSession` ends one by its id. */
export const endOtherSessions = (tx: Tx, userId: number, { chain }: Session) =>
  tx.run(sql`delete from sessions where user_id = ${userId} and chain <> ${chain}`)
export const endOwnSession = (tx: Tx, userId: number, chain: string) =>
  tx.run(sql`delete from sessions where user_id = ${userId} and chain = ${chain}`)

/** Where a person is logged in, the present session first. */
export const findSessionsOf = (db: Db, userId: number, { chain }: Session, now: Date) =>
  db.rows<SessionLineRow>(sql`
    select chain as id, chain = ${chain} as present, device, opened_at, coalesce(last_used_at, opened_at) as used_at
    from sessions where user_id = ${userId} and expires_at > ${now} order by 2 desc, 5 desc, 1 limit ${SESSION.listed}`)

const BATCH = 1_000
/** Housekeeping: a thousand rows per statement. After a last hour there are hundreds of thousands. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  while (
    (await db.run(
      sql`delete from sessions where chain in (select chain from sessions where expires_at < ${now} limit ${BATCH})`,
    )) === BATCH
  );
}
