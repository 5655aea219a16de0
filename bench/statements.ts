import { sql, type Sql } from '../server/database/connect.ts'
import type { Deps } from '../server/deps.ts'
import { answersOf } from '../server/job-applications/answers.ts'
import { saveDraft } from '../server/job-applications/save-draft.ts'
import { findForSubmission, insertSubmission } from '../server/job-applications/insert-submission.ts'
import { resolveApplicant } from '../server/sessions/session.ts'
import { anonymousVisitor } from '../server/http/visitor.ts'
import { notificationInsert } from '../server/notifications/add-notification.ts'
import { emailInsert } from '../server/outbox/enqueue-email.ts'
import { recording } from '../server/transparency/record.ts'
import { ANSWERS, type Filled, TOKEN_LENGTH } from './applications.ts'

// Placeholders for values that differ in each call. They occur nowhere else, so a search finds them in the
// parameters of a statement.
const [APPLICATION, PERSON, JOB] = [1_111_111_111, 1_222_222_222, 1_333_333_333]
/**
 * The pgbench variable or SQL expression that replaces each placeholder. `:n` is the application, `:u` the
 * user, `:j` the job.
 */
const REPLACEMENTS = new Map<unknown, string>([
  [APPLICATION, ':n'],
  [PERSON, ':u'],
  [JOB, ':j'],
  ['REFERENCE', "('B' || :n::text)"],
  ['DEDUPE', "('application ' || :n::text)"],
])
const DIGEST = Buffer.alloc(32, 7)
const TOKEN = 'x'.repeat(TOKEN_LENGTH)

/** Collects the SQL statements that `work` sends to the database. None of them runs. */
async function statementsOf(work: (db: Deps['db']) => Promise<unknown>): Promise<Sql[]> {
  const seen: Sql[] = []
  const note = async (query: Sql) => void seen.push(query)
  // No statement returns a row here, so `work` may fail. Only the statements before the failure are needed.
  await work({ row: note, rows: note, run: note } as unknown as Deps['db']).catch(() => {})
  return seen
}

const now = new Date()
const session = (db: Deps['db']) =>
  resolveApplicant(
    { db, now: () => now } as Deps,
    { ...anonymousVisitor, header: () => `Token ${TOKEN}` },
    async () => {},
  )
const sentAnswers = () =>
  structuredClone({
    ...ANSWERS,
    employment_number: '',
    huduma_centre: undefined,
    by_election_area: undefined,
  }) as unknown as ReturnType<typeof answersOf>

/** The SQL statements of one submission: find the session and the draft, then submit the draft. */
export const submitStatements = async (): Promise<Sql[]> => [
  ...(await statementsOf(session)),
  ...(await statementsOf((db) => findForSubmission(db, PERSON, { id: APPLICATION }, sentAnswers()))),
  ...(await statementsOf((db) =>
    insertSubmission(
      db,
      {
        id: APPLICATION,
        userId: PERSON,
        jobId: JOB,
        version: 0,
        answers: sentAnswers(),
        overwritten: undefined,
        reference: 'REFERENCE',
        idempotencyKey: 'k'.repeat(36),
        frozen: JSON.stringify({ ...ANSWERS, rest: 'x'.repeat(700) }),
        digest: Buffer.alloc(32, 1),
        salt: Buffer.alloc(32, 2),
        signature: Buffer.alloc(64, 3),
        key: 'portal.localhost/log+01234567',
        receipt: 'x'.repeat(560),
        flags: [],
        leftOut: [],
        receivedAt: now,
        graceFrom: new Date(now.getTime() - 7_200_000),
        ticket: undefined,
        documents: undefined,
        now,
      },
      (sent) => ({
        notified: notificationInsert(
          {
            userId: PERSON,
            kind: 'application_received',
            values: { job: 'x'.repeat(40), reference: 'x'.repeat(9) },
            url: '/dashboard/applications/1',
            now,
          },
          sent,
        ),
        enqueued: emailInsert(
          { topic: 'job-applications.received', payload: { applicationId: 1 }, now, dedupe: 'DEDUPE' },
          sent,
        ),
        recorded: recording({ kind: 'submission', digest: DIGEST, now }, sent),
      }),
    ),
  )),
]

/** The SQL statements of one partial save: find the session, and save the draft. */
export const saveStatements = async (): Promise<Sql[]> => [
  ...(await statementsOf(session)),
  ...(await statementsOf((db) =>
    saveDraft(db, { userId: PERSON, jobId: JOB, input: sentAnswers(), version: undefined, now }),
  )),
]

/**
 * The SQL for a value that is the same in each call. Undefined for a text or date, which becomes a variable.
 */
const literal = (value: unknown): string | undefined => {
  if (value === null) return 'null'
  if (value === '') return "''"
  if (typeof value === 'number') return String(value)
  if (Buffer.isBuffer(value)) {
    if (value.equals(DIGEST)) return 'sha256(:n::text::bytea)'
    return isTokenHash(value) ? TOKEN_HASH : `'\\x${value.toString('hex')}'`
  }
  if (Array.isArray(value)) return `'{}'`
  return undefined
}
const TOKEN_HASH = `sha256(lpad(:u::text, ${TOKEN_LENGTH}, '0')::bytea)`
const SHA256_BYTES = 32
/** Recognises a token hash: its bytes differ, while every other value of its length repeats one byte. */
const isTokenHash = (hash: Buffer) => hash.length === SHA256_BYTES && hash.some((byte) => byte !== hash[0])

/** The ids of the applications that a measure uses. After the last id, the measure returns to the first. */
export type Range = { first: number; count: number }

/** A pgbench script that runs these statements for one application after the other, and its variables. */
export function pgbenchScript(queries: Sql[], filled: Filled, range: Range, connections: number) {
  const values: Record<string, string> = { k: '0' }
  const lines = queries.map((query, statementNumber) => {
    const text = query.text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, position: string) => {
      const value = query.values[Number(position) - 1]
      const known = REPLACEMENTS.get(value) ?? literal(value)
      if (known !== undefined) return known
      const name = `v${statementNumber}_${position}`
      values[name] = value instanceof Date ? value.toISOString() : String(value)
      return `:${name}`
    })
    // pgbench reads each colon before a letter as a variable, even within quotes.
    return `${text.trim().replace(/'([^']*)HH24:MI:SS([^']*)'/g, "'$1HH24' || chr(58) || 'MI' || chr(58) || 'SS$2'")};`
  })
  // With c connections, each takes every c-th application, so that none is taken twice. `:k` counts the runs.
  const script = [
    `\\set n ${range.first} + (:base - ${range.first} + :client_id + :k * ${connections}) % ${range.count}`,
    `\\set u ${filled.firstPerson} + (:n - 1) % ${filled.people}`,
    `\\set j ${filled.firstJob} + (:n - 1) / ${filled.people}`,
    '\\set k :k + 1',
    ...lines,
  ].join('\n')
  return { script: `${script}\n`, values }
}
/** How many applications are submitted, and the highest of their ids. */
export const countSubmitted = sql`select count(*) as n, coalesce(max(id), 0) as last from job_applications where is_completed`
