import { isCallFailed } from '../call.ts'
import { sendApplication, uploadHeaders } from '../sending/send-application.ts'
import { clearChosenJob } from '../session/chosen-job.ts'
import { serverNow } from '../session/session.ts'
import type { ApplicationState } from './application-state.ts'
import type { ApplicationStore } from './application-store.ts'
import { lostFiles } from './lost-files.ts'
import { submissionBody } from './submission.ts'
import { filesPrepared, pendingFiles, uploadWithTicketHeaders } from '../documents/use-upload.ts'

/** Uploads the files that have not arrived, under the ticket of the application. */
export const uploadUnderTicket = ({ ticket, context }: ApplicationState) => {
  if (ticket) uploadWithTicketHeaders(context.applicationId, () => uploadHeaders(ticket))
}

/** The SHA-256 of each file that has not arrived yet, by kind of document, if it is computed already. */
const pendingHashes = (applicationId: number) =>
  Object.fromEntries(
    Object.entries(pendingFiles(applicationId)).flatMap(([kind, { sha256 }]) =>
      sha256 ? [[kind, sha256]] : [],
    ),
  )

/** Sends the application once, and dispatches the answer or the failure. */
export async function submitApplication({ snapshot, dispatch }: ApplicationStore) {
  // The body of a ticket names its files already.
  if (!snapshot().ticket) await filesPrepared(snapshot().context.applicationId)
  const state = snapshot()
  const { ticket, context } = state
  const { applicationId } = context
  // A ticket is valid only for the body that it was given for.
  const body =
    ticket?.body ?? JSON.stringify(submissionBody(state, serverNow(), pendingHashes(applicationId)))
  try {
    const reply = await sendApplication({ applicationId, body, ticket })
    clearChosenJob()
    dispatch({ type: 'submitAnswered', sent: { reference: reply.reference_number, receipt: reply.receipt } })
  } catch (error) {
    if (!isCallFailed(error)) throw error
    const lost = await lostFiles(error, context, ticket?.refused)
    dispatch({ type: 'submitFailed', error, body, now: Date.now(), lost })
    // The refusal may have brought the first ticket. With a ticket, the server accepts files after the
    // deadline too.
    if (!ticket) uploadUnderTicket(snapshot())
  }
}
