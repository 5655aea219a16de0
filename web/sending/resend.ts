import { DOCUMENT_KINDS, type DocumentKind } from '#contract/documents/documents.ts'
import type { Job } from '#contract/jobs/endpoints.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { TICKET } from '#contract/tickets/tickets.ts'
import type { JobDocuments } from '#contract/jobs/wanted-documents.ts'
import { isCallFailed, type CallFailed } from '../call.ts'
import { chosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { type DeviceDraft, dropDraft, putDraft } from '../session/device-drafts.ts'
import { draftsOf } from './own-drafts.ts'
import { msToDeadline } from './ms-to-deadline.ts'
import { sendApplication, uploadHeaders } from './send-application.ts'
import { refusalOf, sendDocument } from './send-document.ts'
import { openTabs, thisTab } from './this-tab.ts'
import {
  decideOnLostFiles,
  refusedKinds,
  type HeldTicket,
  requiresAnyOf,
  isTemporary,
  missingFilesOf,
  type RefusedFiles,
  refusalSentence,
} from './verdicts.ts'

/** What a draft on this device contains, as far as sending needs it. */
type Content = {
  context: {
    applicationId: number
    job: {
      id: number
      title: string
      expiry_date: string | null
      in_kiswahili?: Job['in_kiswahili']
    } & JobDocuments
  }
  ticket?: HeldTicket
  /** Before this time by the device's clock, the server is not called. */
  notBefore?: number
  /** True if the form sends the application as soon as it opens again. */
  queued: boolean
  /** The files that the application names, and that the server lacked. */
  files?: Partial<Record<DocumentKind, File>>
}
type HeldContent = Content & { ticket: HeldTicket }
/**
 * An application that the server has received and not accepted yet. Its ticket proves when it was received.
 */
export type HeldApplication = DeviceDraft<HeldContent>
export type SendProgress =
  | { is: 'sending' }
  | { is: 'sent'; reference: string | null; withoutFiles: DocumentKind[] }
  /** Some files of the application can never arrive. The person chooses what happens to it. */
  | { is: 'asking'; refused: RefusedFiles; canSendWithout: boolean }
  | { is: 'failed'; sentence: string }
  /** Another tab sent the application and received the answer. */
  | { is: 'gone' }

/** The shortest pause before another try. */
const PAUSE_MS = 30_000
/** How often this tab checks whether the tab that sends the application is still open. */
const RECHECK_MS = 5_000

const retryPauseMs = (error: unknown) =>
  Math.max(PAUSE_MS, isCallFailed(error) ? (error.retryAfter ?? 0) * 1_000 : 0)

/** True if another open tab sends the application. False if the browser cannot tell. */
async function isElsewhere({ tab }: HeldApplication): Promise<boolean> {
  const [ownTab, open] = await Promise.all([thisTab(), openTabs()])
  return tab !== ownTab && open?.has(tab) === true
}

/** Whether a draft has a ticket. Only the wizard and this file write drafts, so its shape is known. */
const isHeld = (draft: DeviceDraft<unknown>): draft is HeldApplication =>
  typeof draft.content === 'object' &&
  draft.content !== null &&
  'ticket' in draft.content &&
  draft.content.ticket !== undefined

/** Reads the draft from this device again. Undefined if it was deleted or no longer has a ticket. */
const reread = async ({ account, job, tab }: HeldApplication) =>
  (await draftsOf(account, job)).filter(isHeld).find((draft) => draft.tab === tab)

/** Why the server refused the file. If the error is not about the file, this rejects with that error. */
const reasonOf = (error: unknown) => refusalOf(error) ?? Promise.reject(error)

/**
 * Uploads the files that the server lacks. Returns why some of them can never arrive.
 * @throws CallFailed if an upload fails for a reason that has nothing to do with its file
 */
async function uploadFiles(
  { context, ticket, files = {} }: HeldContent,
  missing: DocumentKind[],
  signal: AbortSignal,
): Promise<RefusedFiles> {
  const refused: RefusedFiles = {}
  for (const kind of missing) {
    const file = files[kind]
    const reasonAfterUpload = async () => {
      if (!file) return SENDING_WORDS.fileLost
      const { applicationId } = context
      const headers = await uploadHeaders(ticket)
      const sending = { applicationId, kind, file, headers, onProgress: () => {}, signal }
      return sendDocument(sending).then(() => undefined, reasonOf)
    }
    // A file that was refused earlier is not sent again.
    const sentence = ticket.refused?.[kind] ?? (await reasonAfterUpload())
    if (sentence) refused[kind] = sentence
  }
  return refused
}

type Resending = {
  held: HeldApplication
  /** The content of the draft, as the last try to send it left it. */
  content: HeldContent
  report: (progress: SendProgress) => void
  canceller: AbortController
  timer: ReturnType<typeof setTimeout> | undefined
  /** How often the application was sent again right after an upload of missing files. */
  quickTries: number
}

/** Up to this number, the application is sent again right after an upload. Later tries first pause. */
const MAX_QUICK_TRIES = DOCUMENT_KINDS.length

const tryLater = (resending: Resending, ms: number) => {
  if (!resending.canceller.signal.aborted) resending.timer = setTimeout(() => void attempt(resending), ms)
}

/** Stores the ticket on this device too, so that another page can continue from here. */
async function storeTicket(resending: Resending, ticket: HeldTicket) {
  resending.content = { ...resending.content, ticket }
  await putDraft({ ...resending.held, content: resending.content })
}

/**
 * Uploads missing files, then sends the application again. If a file can never arrive, decides what to do.
 */
async function bringMissingFiles(resending: Resending, missing: DocumentKind[]) {
  const { content, report, canceller } = resending
  const { context, ticket } = content
  const refused = { ...ticket.refused, ...(await uploadFiles(content, missing, canceller.signal)) }
  const tryAgain = () => {
    // If the server still lacks files that were uploaded, there is a pause before the next try.
    const pauseMs = resending.quickTries < MAX_QUICK_TRIES ? 0 : PAUSE_MS
    resending.quickTries += 1
    tryLater(resending, pauseMs)
  }
  if (Object.keys(refused).length === 0) return tryAgain()
  const leftMs = await msToDeadline(context.job)
  const decision = decideOnLostFiles({
    msToDeadline: leftMs,
    isRequired: requiresAnyOf(context.job, refused),
  })
  if (canceller.signal.aborted) return
  await storeTicket(resending, { ...ticket, refused, leftOut: decision === 'send without' })
  if (decision === 'send without') return tryAgain()
  // The person chooses or replaces the files in the application form.
  report({ is: 'asking', refused, canSendWithout: decision === 'choose' })
  // At the deadline this decides again: without an answer, it sends the application without the files.
  if (decision === 'choose') tryLater(resending, leftMs)
}

/** Acts on a failed try: uploads missing files, tries again later, or reports the server's verdict. */
async function actOnFailure(resending: Resending, error: CallFailed) {
  const { held, content, report } = resending
  const missing = missingFilesOf(error)
  if (missing) return bringMissingFiles(resending, missing)
  if (isTemporary(error, content.ticket)) return tryLater(resending, retryPauseMs(error))
  const { ticket, ...withoutTicket } = content
  await putDraft({ ...held, content: { ...withoutTicket, queued: false } })
  report({ is: 'failed', sentence: refusalSentence(error, ticket, content.context.job) })
}

/** One try to send the application. If another open tab sends it, this tab only watches that tab. */
async function attempt(resending: Resending) {
  const { held, report } = resending
  const elsewhere = await isElsewhere(held)
  // The sending was stopped during the wait, so this page must not send the application any more.
  if (resending.canceller.signal.aborted) return
  if (elsewhere) {
    const copy = await reread(held)
    if (!copy) return report({ is: 'gone' })
    resending.content = copy.content
    return tryLater(resending, RECHECK_MS)
  }
  const { ticket, context } = resending.content
  const { applicationId } = context
  try {
    const { reference_number } = await sendApplication({ applicationId, body: ticket.body, ticket })
    await dropDraft(held)
    // The person may have chosen another job meanwhile.
    if (chosenJob()?.id === held.job) clearChosenJob()
    const withoutFiles = ticket.leftOut ? refusedKinds(ticket) : []
    report({ is: 'sent', reference: reference_number, withoutFiles })
  } catch (error) {
    if (!isCallFailed(error)) throw error
    // If an upload failed because there is no network, this too tries again later.
    await actOnFailure(resending, error).catch((failure: unknown) =>
      tryLater(resending, retryPauseMs(failure)),
    )
  }
}

/**
 * Sends an application outside the wizard, with the files that the server lacks, until there is a verdict,
 * and reports it to `report`. Returns how to stop.
 */
export function resend(held: HeldApplication, report: (progress: SendProgress) => void): () => void {
  const resending: Resending = {
    held,
    content: held.content,
    report,
    canceller: new AbortController(),
    timer: undefined,
    quickTries: 0,
  }
  const { notBefore = 0 } = held.content
  // If the device's clock was set back, the person must not wait longer for that.
  const pauseMs = Math.max(0, Math.min(notBefore - Date.now(), TICKET.longestWaitSeconds * 1_000))
  void isElsewhere(held).then((elsewhere) => tryLater(resending, elsewhere ? RECHECK_MS : pauseMs))
  return () => {
    resending.canceller.abort()
    clearTimeout(resending.timer)
  }
}
