import { canonical } from '../canonical.ts'
import { clockTimeInFull } from '../dates.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '../documents/documents.ts'

/**
 * A server that is too busy answers a submit with a ticket. The submit is sent again with the ticket, and
 * counts from the moment when it first reached the server.
 */
export const TICKET = {
  /** The most tickets in one request; the earliest valid one counts. */
  maxPerRequest: 5,
  /** A submit whose body is larger than this gets a ticket only if its digest is in the header. */
  drainedBytes: 524_288,
  /** Hours for which the hash of an ended session's token is stored, to find the account of a ticket. */
  deadTokenHours: 3,
  /** The longest time after which a request with a ticket is asked to try again. */
  longestWaitSeconds: 900,
} as const

export const TICKET_HEADERS = {
  /** A header of a retried submit: its tickets, separated by commas. */
  tickets: 'Submit-Ticket',
  /**
   * A header of a submit: the digest of its body, in hex. With it, a server too busy to read the body can
   * still issue a ticket.
   */
  digest: 'Submit-Digest',
  /** A header of an upload with a ticket: `contentText`, which proves that the ticket names this file. */
  content: 'Submit-Content',
} as const

export const TICKET_WORDS = {
  counts: (receivedAt: Date) =>
    `We received your application at ${clockTimeInFull(receivedAt)} It counts. Please send it again in a while.`,
  tooLarge:
    'Your application is too large for us to record its arrival time while very many people are here. Please send it again in a moment.',
  forged:
    'This application came with a proof of its arrival time, but we cannot read the proof. Please submit your application again. If the deadline has passed, write to us.',
  otherAccount:
    'The proof of the arrival time belongs to another account, or it is too old. Please log in with the account that sent the application, and submit it again.',
  otherJob:
    'The proof of the arrival time belongs to another job. Please open the application for that job and submit it there.',
  otherAnswers:
    'The proof of the arrival time belongs to other answers. Only the answers that reached us at that time count with it. Please submit again to send these.',
  otherFile:
    'The proof of the arrival time belongs to another file. Please choose the file that you submitted with the application.',
  future:
    'The proof of the arrival time has a time in the future, so it is not valid. Please submit your application again. If the deadline has passed, write to us.',
  filesMissing:
    'A file of this application has not reached us yet. Please add it, and send the application again.',
} as const

const LIST_FIELDS = ['education', 'experience', 'referees'] as const
const TEXT_FIELDS = ['address', 'employment_number'] as const
const CHOICE_FIELDS = ['huduma_centre', 'by_election_area'] as const

/** The body of a submit, from JSON or a form, before any check. */
export type SubmitBody = { [name: string]: unknown }

/** The content that a ticket is for: a job, and the SHA-256 (hex) of the answers and of each sent file. */
export type SubmitContent = {
  job: number | undefined
  /** The application's number in the path; used by an update call whose body names no job. */
  application?: number | undefined
  answers: string
  files: Partial<Record<DocumentKind, string>>
}

// A form sends each list as JSON text.
const readJson = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent
  try {
    return JSON.parse(sent)
  } catch {
    return sent
  }
}
// A form sends a number as digits.
const numberOf = (sent: unknown) =>
  typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent
// A form sends '' for an absent field, and a program sends null: the digest must be the same for both.
const chosen = (sent: unknown) => (sent === '' || sent === null ? undefined : numberOf(sent))
const sentValue = (sent: unknown) => (sent === '' || sent === null ? undefined : readJson(sent))

/**
 * The answers and the profile of a submit, as canonical JSON. Its SHA-256 is `SubmitContent.answers`.
 * @throws TypeError for half a surrogate pair
 */
const canonicalAnswers = (body: SubmitBody): string =>
  canonical(
    Object.fromEntries([
      ...[...LIST_FIELDS, 'profile'].map((name) => [name, sentValue(body[name])]),
      // In a text field, '' is an answer: it deletes the stored text.
      ...TEXT_FIELDS.map((name) => [name, body[name] ?? undefined]),
      ...CHOICE_FIELDS.map((name) => [name, chosen(body[name])]),
    ]),
  )

/** The job of a submit; undefined when the body names none. */
const jobOfBody = (body: SubmitBody): number | undefined => {
  const job = chosen(body['job']) ?? chosen(body['job_id'])
  return typeof job === 'number' && Number.isInteger(job) && job > 0 ? job : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The files that a submit names, by kind. */
export const filesOfBody = (body: SubmitBody): SubmitContent['files'] => {
  const files = sentValue(body['files'])
  if (!isRecord(files)) return {}
  return Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => (typeof files[kind] === 'string' ? [[kind, files[kind]]] : [])),
  )
}

/**
 * The text whose SHA-256 (hex) is the digest of a ticket. It has only a hash of the answers. So an upload can
 * prove that its file belongs to the ticket without sending the answers.
 */
export const canonicalContent = ({ job, application, answers, files }: SubmitContent): string =>
  canonical({ answers, application, files, job })

/**
 * The content of a submit and its digest, the value of `Submit-Digest`. `application` is the number in the
 * path of an update call.
 * @throws TypeError when the body has no canonical form, or when no job and no application is named
 */
export async function contentWithDigest(
  body: SubmitBody,
  sha256: (text: string) => Promise<string>,
  application?: number,
): Promise<SubmitContent & { digest: string }> {
  const job = jobOfBody(body)
  if (job === undefined && application === undefined)
    throw new TypeError('A submit without a job has no digest')
  // A digest names either a job or an application, never both. So the job is named whenever it is known.
  const subject = job === undefined ? { job, application } : { job }
  const content = { ...subject, answers: await sha256(canonicalAnswers(body)), files: filesOfBody(body) }
  return { ...content, digest: await sha256(canonicalContent(content)) }
}

const HASH = /^[0-9a-f]{64}$/

/**
 * The content of a submit as a header: `job=12;answers=…;cv=…;cover_letter=…`. It never has an application's
 * number, so `readContent` refuses the header of a submit without a job.
 */
export const contentText = ({ job, answers, files }: SubmitContent): string =>
  Object.entries({ job, answers, ...files })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')

/** Parses the content of a submit from its header; undefined when it is invalid. */
export function readContent(text: string): SubmitContent | undefined {
  const { job, answers, ...files } = Object.fromEntries(
    text.split(';').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.trim().split('=')
      return [name, value]
    }),
  )
  const areFilesValid = Object.entries(files).every(
    ([kind, hash]) => DOCUMENT_KINDS.some((known) => known === kind) && HASH.test(hash),
  )
  return job && /^[1-9]\d{0,9}$/.test(job) && answers && HASH.test(answers) && areFilesValid
    ? { job: Number(job), answers, files }
    : undefined
}
