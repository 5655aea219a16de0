import { createHash, randomUUID } from 'node:crypto'
import { SESSION } from '#contract/accounts/session-limits.ts'
import { SESSION_WORDS } from '#contract/accounts/session-words.ts'
import type { Language } from '#contract/language/paths.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Secrets } from '../secrets.ts'
import { deviceWords } from './device-words.ts'
import { refuse } from '../http/refuse.ts'
import { isKnownMark, networkMark, withMark } from './network-mark.ts'
import { isStale, type OwnSessionRow } from './session-line.ts'
import { randomToken, sameBytes, type Visitor } from '../http/visitor.ts'

/** A logged-in person, as every handler for applicants receives them. */
export type Applicant = { userId: number; session: Session }
type Session = {
  sessionId: string
  /** When the person logged in, or changed the password, which opens a new session. */
  openedAt: Date
  expiresAt: Date
  /** When the session ends even if it is extended. */
  endsAt: Date
  /** How often the session's token was replaced. */
  generation: number
  /** False while the browser still uses the token before the current one of the session. */
  isCurrentToken: boolean
}

const digest = (value: string) => createHash('sha256').update(value).digest()

// A token is derived, not random, so two tabs that extend a session at once get the same token (T6).
const tokenOf = (secrets: Secrets, sessionId: string, generation: number) =>
  secrets.hmac('session', `${sessionId} ${generation}`).toString('base64url')

const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
const earliest = (left: Date, right: Date) => (left < right ? left : right)

/** The person who logs in, and the hash of the password that was verified. */
export type Proven = { userId: number; passwordHash: string }

export type NewSession = {
  /** SQL that opens the session. */
  insertion: Sql
  /**
   * SQL that opens the session and runs `alongside`. It also saves the page's language, and this login's
   * time, device and network, which the next login shows.
   */
  insertionAtLogin: (alongside?: Sql) => Sql
  /** Sets the browser's cookie. Call it only after `insertion` succeeded. */
  setBindingCookie: () => void
  token: string
  expiresAt: Date
}

/**
 * A new session, bound to this browser if the caller is one. If the password was changed meanwhile, the
 * insertion opens no session. That change ended all sessions of the old password, and this one would survive
 * it (T6).
 */
export function newSession(deps: Deps, { userId, passwordHash }: Proven, visitor: Visitor): NewSession {
  const sessionId = randomUUID()
  const token = tokenOf(deps.secrets, sessionId, 0)
  const now = deps.now()
  const expiresAt = later(now, SESSION.endAfterMs)
  const bindingToken = visitor.browser ? randomToken() : undefined
  const setBindingCookie = () => {
    if (bindingToken) visitor.setCookie('session', bindingToken)
  }
  const device = deviceWords(visitor.header('user-agent'))
  const mark = networkMark(deps.secrets, userId, visitor)
  const verifiedUser = sql`users where id = ${userId} and password_hash = ${passwordHash}`
  const insertFrom = (source: Sql) => sql`
    insert into sessions (chain, user_id, token_hash, binding_hash, device, language, opened_at, expires_at, ends_at, login_before,
      device_before, network_mark, network_known)
    select ${sessionId}::uuid, id, ${digest(token)}::bytea, ${bindingToken ? digest(bindingToken) : null}::bytea,
      ${device}::text, ${visitor.language}::text,
      ${now}::timestamptz, ${expiresAt}::timestamptz, ${later(now, SESSION.absoluteMs)}::timestamptz, last_login_at,
      last_login_device, ${mark}::bytea, ${isKnownMark(mark)}
    from ${source}`
  const insertionAtLogin = (alongside?: Sql) => sql`
    with ${alongside ? sql`alongside as (${alongside}), ` : sql``}locked_user as (
        select id, last_login_at, last_login_device, network_marks from ${verifiedUser} for no key update),
      login_saved as (update users set last_login_at = ${now}, last_login_device = ${device},
        network_marks = ${withMark(mark)}, language = ${visitor.language} from locked_user where users.id = locked_user.id)
    ${insertFrom(sql`locked_user`)}`
  return {
    // The lock makes a change of the password wait until this session is open, so that it ends this session
    // too.
    insertion: sql`${insertFrom(verifiedUser)} for share`,
    insertionAtLogin,
    setBindingCookie,
    token,
    expiresAt,
  }
}

type SessionRow = {
  /** The id of the session. The table's column is named after the chain of tokens that replace each other. */
  chain: string
  user_id: number
  generation: number
  /** Whether the caller's token is the newest token of the session. */
  current: boolean
  /** The hash of the cookie of the browser that logged in; null when the caller was no browser. */
  binding_hash: Buffer | null
  language: Language
  /** The browser in words, and the mark of the network, from which the person logged in. */
  device: string
  network_mark: Buffer | null
  opened_at: Date
  expires_at: Date
  ends_at: Date
  used_at: Date
}

/** Finds the session of its newest token or, for a short time, of the token before it. */
const findSession = (db: Tx, hash: Buffer, now: Date) =>
  db.row<SessionRow>(sql`
    select chain, user_id, generation, token_hash = ${hash} as current, binding_hash, language, device, network_mark,
      opened_at, expires_at, ends_at, coalesce(last_used_at, opened_at) as used_at
    from sessions
    where (token_hash = ${hash} or (previous_hash = ${hash} and previous_until > ${now})) and expires_at > ${now}`)

/**
 * Saves the language of the pages that a person uses now. Only a change of the language costs a statement,
 * because every call with a token reads its session anyway.
 */
const saveLanguage = (db: Db, { chain, user_id }: SessionRow, language: Language) =>
  db.run(sql`
    with session_saved as (update sessions set language = ${language} where chain = ${chain})
    update users set language = ${language} where id = ${user_id} and language <> ${language}`)

/** Handles a session whose token came without its browser's cookie (T8). */
export type OnStolen = (deps: Deps, sessionId: string, userId: number) => Promise<void>

/**
 * Whether a token without the cookie still comes from the browser and network of the login. A browser drops
 * the cookie when it is closed, and keeps the token. So the owner is not warned of a theft.
 */
const hasOnlyLostCookie = ({ secrets }: Deps, visitor: Visitor, row: SessionRow) =>
  visitor.cookie('session') === undefined &&
  row.device !== SESSION_WORDS.unknownDevice &&
  row.device === deviceWords(visitor.header('user-agent')) &&
  row.network_mark?.equals(networkMark(secrets, row.user_id, visitor)) === true

/**
 * Finds the person of the header `Authorization: Token ...`; undefined without this header. Refuses
 * `signed_out` when the token is malformed, has no session, or comes without its browser's cookie.
 */
export async function resolveApplicant(
  deps: Deps,
  visitor: Visitor,
  onStolen: OnStolen,
): Promise<Applicant | undefined> {
  const header = visitor.header('authorization')
  if (header === undefined) return undefined
  // A token of 32 bytes has 43 characters in base64url.
  const token = /^Token (?<token>[\w-]{43})$/.exec(header)?.groups?.token
  if (!token) throw refuse('signed_out')
  const row = await findSession(deps.db, digest(token), deps.now())
  if (!row) throw refuse('signed_out')
  if (row.binding_hash && !sameBytes(row.binding_hash, digest(visitor.cookie('session') ?? ''))) {
    if (hasOnlyLostCookie(deps, visitor, row)) {
      await endSession(deps.db, row.chain)
      deps.log('info', 'session.cookie_lost', { id: row.user_id })
    } else {
      // If a browser's token comes without that browser's cookie, it was stolen (T8).
      await onStolen(deps, row.chain, row.user_id)
      deps.log('warn', 'session.token_without_cookie', { id: row.user_id })
    }
    throw refuse('signed_out')
  }
  const {
    chain: sessionId,
    generation,
    current: isCurrentToken,
    opened_at: openedAt,
    expires_at: expiresAt,
    ends_at: endsAt,
  } = row
  if (row.language !== visitor.language) await saveLanguage(deps.db, row, visitor.language)
  if (isStale(row.used_at, deps.now()))
    await deps.db.run(sql`update sessions set last_used_at = ${deps.now()} where chain = ${sessionId}`)
  return {
    userId: row.user_id,
    session: { sessionId, generation, isCurrentToken, openedAt, expiresAt, endsAt },
  }
}

/**
 * Moves the session's end to one hour from now, but never past twelve hours after the login (A12, T7). It
 * also changes the token. A tab that still has the old token gets the same new one.
 */
export async function extendSession(deps: Deps, { session }: Applicant) {
  const now = deps.now()
  const expiresAt = earliest(later(now, SESSION.endAfterMs), session.endsAt)
  const generation = session.isCurrentToken ? session.generation + 1 : session.generation
  const token = tokenOf(deps.secrets, session.sessionId, generation)
  if (session.isCurrentToken) {
    const replaced = await deps.db.run(sql`
      update sessions
      set generation = ${generation}, previous_hash = token_hash, previous_until = ${later(now, SESSION.graceMs)},
          token_hash = ${digest(token)}, expires_at = ${expiresAt}
      where chain = ${session.sessionId} and generation = ${session.generation}`)
    if (replaced) return { token, expiresAt }
  }
  // Another tab has already replaced the token by this same new token.
  await deps.db.run(sql`update sessions set expires_at = ${expiresAt} where chain = ${session.sessionId}`)
  return { token, expiresAt }
}

/** A session's end moves in steps of at least a minute, so that not every call updates the row. */
const LEAST_EXTENSION_MS = 60_000

/** Moves the end of the session to one hour from now, like `extendSession`, but keeps the token (A12). */
export async function postponeExpiry(deps: Deps, { session }: Applicant): Promise<Date> {
  const expiresAt = earliest(later(deps.now(), SESSION.endAfterMs), session.endsAt)
  const extensionMs = expiresAt.getTime() - session.expiresAt.getTime()
  if (extensionMs < LEAST_EXTENSION_MS) return session.expiresAt
  await deps.db.run(sql`
    update sessions set expires_at = ${expiresAt} where chain = ${session.sessionId} and expires_at < ${expiresAt}`)
  return expiresAt
}

/**
 * Whether someone ended the session since the call started: an upload may take minutes. A session that only
 * expired was not ended, so an application sent in time still counts.
 */
export const wasEnded = async (deps: Deps, { session }: Applicant): Promise<boolean> =>
  deps.now() < session.expiresAt &&
  (await deps.db.row(sql`select from sessions where chain = ${session.sessionId}`)) === undefined

export const endSession = (tx: Tx, sessionId: string) =>
  tx.run(sql`delete from sessions where chain = ${sessionId}`)

export const endSessionsOf = (tx: Tx, userId: number) =>
  tx.run(sql`delete from sessions where user_id = ${userId}`)

/** Ends all sessions of the account but the present one; `endOwnSession` ends one by its id. */
export const endOtherSessions = (tx: Tx, userId: number, { sessionId }: Session) =>
  tx.run(sql`delete from sessions where user_id = ${userId} and chain <> ${sessionId}`)
export const endOwnSession = (tx: Tx, userId: number, sessionId: string) =>
  tx.run(sql`delete from sessions where user_id = ${userId} and chain = ${sessionId}`)

/** The sessions of a person: the present one first, then those used last. */
export const findSessionsOf = (db: Db, userId: number, { sessionId }: Session, now: Date) =>
  db.rows<OwnSessionRow>(sql`
    select chain as id, chain = ${sessionId} as present, device, opened_at, coalesce(last_used_at, opened_at) as used_at,
      network_mark, network_known, login_before, device_before
    from sessions where user_id = ${userId} and expires_at > ${now}
    order by present desc, used_at desc, id limit ${SESSION.listed}`)

const SWEPT_ROWS = 1_000
/** Deletes expired sessions, 1,000 rows per statement: a busy last hour leaves hundreds of thousands. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  let deleted: number
  do {
    deleted = await db.run(
      sql`delete from sessions where chain in (select chain from sessions where expires_at < ${now} limit ${SWEPT_ROWS})`,
    )
  } while (deleted === SWEPT_ROWS)
}
