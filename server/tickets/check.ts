import { hash } from 'node:crypto'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { digestedContent, type SubmitContent } from '#contract/tickets/tickets.ts'
import type { Deps } from '../deps.ts'
import type { Refusal } from '../http/refuse.ts'
import { refuse } from '../http/refuse.ts'
import { isFuture } from './held.ts'
import { findApplicationJobs, findTokenOwner } from './store.ts'
import type { Ticket } from './ticket.ts'

/** SHA-256 of what a submit commits to: the job, the answers and the files. */
export const digestOfContent = (content: SubmitContent): Buffer =>
  hash('sha256', digestedContent(content), 'buffer')

/** The account that submits, and the hash of the token with which it does. */
type Holder = { userId: number; tokenHash: Buffer | undefined }

/** A ticket belongs to the account of its token, even if the token has ended or been replaced since. */
async function isOwn({ db, now }: Deps, { tokenHash }: Ticket, holder: Holder): Promise<boolean> {
  if (holder.tokenHash?.equals(tokenHash)) return true
  return (await findTokenOwner(db, tokenHash, now())) === holder.userId
}

/**
 * The refusal for a ticket with another digest: the same answers for another job of this person, or other
 * answers. A digest covers the job, or the application when an update call named no job.
 */
async function refusalOfOtherContent(
  deps: Deps,
  ticket: Ticket,
  { userId }: Holder,
  { answers, files, ...submitted }: SubmitContent,
): Promise<Refusal> {
  const applications = await findApplicationJobs(deps.db, userId, APPLICATION.maxListed)
  const otherApplications = applications.filter(
    ({ id, job }) => id !== submitted.application && job !== submitted.job,
  )
  const isOfAnotherJob = otherApplications.some(({ id: application, job }) =>
    // A ticket of a submit names the job, one of an update may name the application.
    [{ job }, { job: undefined, application }].some((target) =>
      digestOfContent({ ...target, answers, files }).equals(ticket.digest),
    ),
  )
  return refuse(isOfAnotherJob ? 'submit_ticket_other_job' : 'submit_ticket_other_answers')
}

/**
 * The earliest valid ticket: for exactly this content, issued to this account, at a time that is not in the
 * future. Undefined when there are no tickets. When none is valid, throws the refusal for the first one.
 * `content` is undefined when the submit has none that a ticket can name, such as one without a job.
 */
export async function checkTickets(
  deps: Deps,
  tickets: readonly Ticket[],
  holder: Holder,
  content: SubmitContent | undefined,
): Promise<Ticket | undefined> {
  let firstRefusal: Refusal | undefined
  const digest = content && digestOfContent(content)
  for (const ticket of tickets) {
    if (isFuture(ticket, deps.now())) firstRefusal ??= refuse('submit_ticket_future')
    else if (!content || !digest?.equals(ticket.digest))
      firstRefusal ??= content
        ? await refusalOfOtherContent(deps, ticket, holder, content)
        : refuse('submit_ticket_other_answers')
    else if (!(await isOwn(deps, ticket, holder))) firstRefusal ??= refuse('submit_ticket_other_account')
    else return ticket
  }
  if (firstRefusal) throw firstRefusal
  return undefined
}
