import { DOCUMENT_KINDS, type DocumentKind } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { TICKET } from '#contract/tickets/tickets.ts'
import type { JobDocuments } from '#contract/jobs/wanted-documents.ts'
import { isCallFailed, type CallFailed } from '../call.ts'
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
  type RefusedFiles,
  refusalSentence,
} from './verdicts.ts'

type Copy = {
  context: {
    applicationId: number
    job: { id: number; title: string; expiry_date: string | null } & JobDocuments
  }
  ticket?: HeldTicket
  notBefore?: number
  queued: boolean
  /** Files that the application names and the server lacked. */
  files?: Partial<Record<DocumentKind, File>>
}
/** An application that the server has received and not accepted yet. */
export type HeldApplication = DeviceDraft<Copy & { ticket: HeldTicket }>
export type SendProgress =
  | { is: 'sending' }
  | { is: 'sent'; reference: string | null; without: DocumentKind[] }
  /** `without`: the application may be sent without them. */
  | { is: 'asking'; refused: RefusedFiles; without: boolean }
  | { is: 'failed'; sentence: string }
  /** Another tab received the answer. */
  | { is: 'gone' }

const PAUSE_MS = 30_000
const RECHECK_MS = 5_000

/** True if another open tab sends it. */
async function isElsewhere({ tab }: HeldApplication): Promise<boolean> {
  const [mine, open] = await Promise.all([thisTab(), openTabs()])
  return tab !== mine && open?.has(tab) === true
}

/** The draft as it is stored on the device now. */
const reread = async ({ account, job, tab }: HeldApplication) =>
  ((await draftsOf(account, job)) as HeldApplication[]).find(
    (draft) => draft.tab === tab && (draft.content as Partial<HeldApplication['content']>).ticket,
  )

/**
 * Uploads the files that the server lacks; returns why some can never come. @throws CallFailed that says
 * nothing about the file
 */
async function bringFiles(
  { context, ticket, files = {} }: HeldApplication['content'],
  missing: DocumentKind[],
  signal: AbortSignal,
): Promise<RefusedFiles> {
  const refused: RefusedFiles = {}
  for (const kind of missing) {
    const file = files[kind]
    const sending = {
      applicationId: context.applicationId,
      kind,
      headers: await uploadHeaders(ticket),
      onProgress: () => {},
      signal,
    }
    const bring = () =>
      file ? sendDocument({ ...sending, file }).then(() => undefined, refusedFor) : SENDING_WORDS.fileLost
    const sentence = ticket.refused?.[kind] ?? (await bring())
    if (sentence) refused[kind] = sentence
  }
  return refused
}
const refusedFor = (error: unknown) => refusalOf(error) ?? Promise.reject(error)

/**
 * Sends an application outside the wizard, with the files that the server lacks, until there is a verdict,
 * and reports it to `report`.
 * Returns how to stop.
 */
export function resend(held: HeldApplication, report: (progress: SendProgress) => void): () => void {
  const { context, notBefore = 0 } = held.content
  const stopped = new AbortController()
  const { signal } = stopped
  let timer: ReturnType<typeof setTimeout> | undefined
  let { content } = held
  let brought = 0
  const later = (ms: number) => {
    if (!signal.aborted) timer = setTimeout(() => void attempt(), ms)
  }
  const keep = async (ticket: HeldTicket) => {
    content = { ...content, ticket }
    await putDraft({ ...held, content })
  }
  const afterMissing = async (missing: DocumentKind[]) => {
    const refused = { ...content.ticket.refused, ...(await bringFiles(content, missing, signal)) }
    // If the server still misses the files after they were sent, pause between the tries.
    const again = () => later(brought++ < DOCUMENT_KINDS.length ? 0 : PAUSE_MS)
    if (Object.keys(refused).length === 0) return again()
    const left = await msToDeadline(context.job)
    const then = decideOnLostFiles({ msToDeadline: left, required: requiresAnyOf(context.job, refused) })
    if (signal.aborted) return
    await keep({ ...content.ticket, refused, leftOut: then === 'send without' })
    if (then === 'send without') return again()
    // The person makes the choice in the form.
    report({ is: 'asking', refused, without: then === 'ask' })
    if (then === 'ask') later(left)
  }
  const failed = async (error: CallFailed) => {
    const { missing } = error.body as { missing?: DocumentKind[] }
    if (error.body.code === 'files_missing' && missing) return afterMissing(missing)
    if (isTemporary(error, content.ticket)) return later(Math.max(PAUSE_MS, (error.retryAfter ?? 0) * 1_000))
    const { ticket, ...rest } = content
    await putDraft({ ...held, content: { ...rest, queued: false } })
    report({ is: 'failed', sentence: refusalSentence(error, ticket, context.job) })
  }
  const attempt = async () => {
    if (await isElsewhere(held)) {
      const copy = await reread(held)
      if (!copy) return report({ is: 'gone' })
      content = copy.content
      return later(RECHECK_MS)
    }
    const { ticket } = content
    try {
      const { reference_number } = await sendApplication({
        applicationId: context.applicationId,
        body: ticket.body,
        ticket,
      })
      await dropDraft(held)
      report({ is: 'sent', reference: reference_number, without: ticket.leftOut ? refusedKinds(ticket) : [] })
    } catch (error) {
      if (!isCallFailed(error)) throw error
      await failed(error).catch((again: unknown) =>
        later(Math.max(PAUSE_MS, ((again as CallFailed).retryAfter ?? 0) * 1_000)),
      )
    }
  }
  const pause = Math.max(0, Math.min(notBefore - Date.now(), TICKET.longestWaitSeconds * 1_000))
  void isElsewhere(held).then((elsewhere) => later(elsewhere ? RECHECK_MS : pause))
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}
