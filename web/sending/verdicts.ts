import { SUBMIT_WORDS } from '#contract/job-applications/words.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contract/documents/documents.ts'
import { REFUSAL_WORDS, SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { type JobDocuments, requiresAny } from '#contract/jobs/wanted-documents.ts'
import { type CallFailed, hasNoVerdict } from '../call.ts'

/**
 * The server's proof that an application reached it, with the body of that submit. With the proof, only this
 * body may be sent.
 */
export type HeldTicket = {
  body: string
  /** The tickets of the first tries. The earliest valid one counts. */
  tickets: string[]
  /** When the server received the first try, in ISO 8601 and UTC. */
  receivedAt: string
  /** Files that the application names and that can never arrive, and why. */
  refused?: RefusedFiles
  /** True if the application is sent without the refused files. */
  leftOut?: boolean
}
export type RefusedFiles = Partial<Record<DocumentKind, string>>

/**
 * Whether a failed submit has no verdict. This includes no session (401) and a ticket for a later try
 * (`received_at`). Then the same submit is sent again. Only an answer with a code ends a received
 * application: our server gives a code, and a filter in the network does not.
 */
export const isTemporary = (error: CallFailed, ticket?: HeldTicket) =>
  hasNoVerdict(error) ||
  error.status === 401 ||
  error.body.received_at !== undefined ||
  (ticket !== undefined && error.body.code === undefined)

/** The message of a refused submit. A second application for the same job has its own sentence (S2 §8). */
const sentenceOf = ({ status, body }: CallFailed): string => {
  if (body.message === REFUSAL_WORDS.alreadyApplied) return SUBMIT_WORDS.alreadyCompleted
  return body.message || (status ? SUBMIT_WORDS.failedWith(status) : SUBMIT_WORDS.failed)
}

/** The files that the server lacks; undefined if it refused the submit for another reason. */
export const missingFilesOf = ({ body }: CallFailed): DocumentKind[] | undefined => {
  const { code, missing } = body
  if (code !== 'files_missing' || !Array.isArray(missing)) return undefined
  return DOCUMENT_KINDS.filter((kind) => missing.includes(kind))
}

/** The errors of single files in a refusal, by kind of document. */
export const fileErrorsIn = ({ body }: CallFailed): RefusedFiles => {
  const errors: RefusedFiles = {}
  for (const kind of DOCUMENT_KINDS) {
    const sentences = body[kind]
    if (Array.isArray(sentences) && sentences[0]) errors[kind] = sentences[0]
  }
  return errors
}

/** This soon before a deadline, there may be no time for another submit. */
const NEAR_MS = 3_600_000

/**
 * Decides what to do with an application that has a ticket, if one of its files can never arrive. After the
 * deadline no other file is accepted, so it is sent without the file. Shortly before, the person chooses.
 * Earlier, or if the job requires files, the person must replace the file.
 */
export const decideOnLostFiles = ({
  msToDeadline,
  isRequired,
}: {
  msToDeadline: number
  /** The job requires one of these files, so the application cannot be sent without them. */
  isRequired: boolean
}): 'send without' | 'choose' | 'replace' => {
  if (msToDeadline <= 0) return 'send without'
  return isRequired || msToDeadline > NEAR_MS ? 'replace' : 'choose'
}

/** The kinds of the files without which an application with a ticket is sent. */
export const refusedKinds = (ticket: HeldTicket | undefined): DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => ticket?.refused?.[kind])

/**
 * Why the application was not submitted. If the job requires files, an application without them is not
 * accepted, and the server names only the file.
 */
export const refusalSentence = (
  error: CallFailed,
  ticket: HeldTicket | undefined,
  job: JobDocuments,
): string => {
  const refused = refusedKinds(ticket)
  const lacksRequiredFile = ticket?.leftOut && error.status === 422 && requiresAny(job, refused)
  return lacksRequiredFile
    ? SENDING_WORDS.fileNeeded(refused, job, new Date(ticket.receivedAt))
    : sentenceOf(error)
}

/** True if the job requires one of these files. */
export const requiresAnyOf = (job: JobDocuments, refused: RefusedFiles): boolean =>
  requiresAny(
    job,
    DOCUMENT_KINDS.filter((kind) => refused[kind]),
  )
