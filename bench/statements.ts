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

// Values that stand for what changes from one call to the next; none of them occurs otherwise.
const [APPLICATION, PERSON, JOB] = [1_111_111_111, 1_222_222_222, 1_333_333_333]
const MARKS = new Map<unknown, string>([
  [APPLICATION, ':n'],
  [PERSON, ':u'],
  [JOB, ':j'],
  ['REFERENCE', "('B' || :n::text)"],
  ['DEDUPE', "('application ' || :n::text)"],
])
const DIGEST = Buffer.alloc(32, 7)
const TOKEN = 'x'.repeat(TOKEN_LENGTH)

/** The statements that `act` puts to the database, none of which is run. */
async function statementsOf(act: (db: Deps['db']) => Promise<unknown>): Promise<Sql[]> {
  const seen: Sql[] = []
  const note = async (query: Sql) => void seen.push(query)
  await act({ row: note, rows: note, run: note } as unknown as Deps['db']).catch(() => {})
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

/** What one submission asks of the database: the session, the draft, and the one statement that sends it. */
export const submitting = async (): Promise<Sql[]> => [
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

/** What one partial-save asks: the session, and the one statement. */
export const keeping = async (): Promise<Sql[]> => [
  ...(await statementsOf(session)),
  ...(await statementsOf((db) =>
    saveDraft(db, { userId: PERSON, jobId: JOB, sent: sentAnswers(), version: undefined, now }),
  )),
]

const literal = (value: unknown): string | undefined => {
  if (value === null) return 'null'
  if (value === '') return "''"
  if (typeof value === 'number') return String(value)
  if (Buffer.isBuffer(value))
    return value.equals(DIGEST)
      ? 'sha256(:n::text::bytea)'
      : value.length === 32 && isToken(value)
        ? tokenOfPerson
        : `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return `'{}'`
  return undefined
}
const tokenOfPerson = `sha256(lpad(:u::text, ${TOKEN_LENGTH}, '0')::bytea)`
const isToken = (hash: Buffer) => !hash.every((byte) => byte === hash[0])

/** Which applications a measure takes, again from the first after the last. */
export type Range = { first: number; count: number }

/**
 * A script of pgbench that runs these statements for one application after the other, and the values of its
 * variables.
 */
export function pgbenchScript(queries: Sql[], filled: Filled, range: Range, connections: number) {
  const values: Record<string, string> = { k: '0' }
  const lines = queries.map((query, which) => {
    const text = query.text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, at: string) => {
      const value = query.values[Number(at) - 1]
      const known = MARKS.get(value) ?? literal(value)
      if (known !== undefined) return known
      const name = `v${which}_${at}`
      values[name] = value instanceof Date ? value.toISOString() : String(value)
      return `:${name}`
    })
    // pgbench takes every colon before a letter for a variable, in quotes as well.
    return `${text.trim().replace(/'([^']*)HH24:MI:SS([^']*)'/g, "'$1HH24' || chr(58) || 'MI' || chr(58) || 'SS$2'")};`
  })
  // Each connection takes every so-manieth application, so that no two meet and none is taken twice.
  const script = [
    `\\set n ${range.first} + (:base - ${range.first} + :client_id + :k * ${connections}) % ${range.count}`,
    `\\set u ${filled.firstPerson} + (:n - 1) % ${filled.people}`,
    `\\set j ${filled.firstJob} + (:n - 1) / ${filled.people}`,
    '\\set k :k + 1',
    ...lines,
  ].join('\n')
  return { script: `${script}\n`, values }
}
export const countSent = sql`select count(*) as n, coalesce(max(id), 0) as last from job_applications where is_completed`
