import { hash } from 'node:crypto'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { canonicalContent, type SubmitContent } from '#contract/tickets/tickets.ts'
import type { Deps } from '../deps.ts'
import type { Refusal } from '../http/refuse.ts'
import { refuse } from '../http/refuse.ts'
import { isFuture } from './held.ts'
import { findApplicationJobs, findTokenOwner } from './store.ts'
import type { Ticket } from './ticket.ts'

/** The SHA-256 of what a submit contains: the job, the answers and the files. */
const digestOfContent = (content: SubmitContent): Buffer =>
  hash('sha256', canonicalContent(content), 'buffer')

/** The account that submits, and the hash of the token that it uses. */
type Holder = { userId: number; tokenHash: Buffer | undefined }

/**
 * A ticket belongs to the account whose token it names, even if that token has ended or been replaced since.
 */
async function isOwn({ db, now }: Deps, { tokenHash }: Ticket, holder: Holder): Promise<boolean> {
  if (holder.tokenHash?.equals(tokenHash)) return true
  return (await findTokenOwner(db, tokenHash, now())) === holder.userId
}

/**
 * The refusal when the content is not that of the ticket. The ticket is for another job of this person, or
 * for other answers. The digest of a ticket covers the job, or the application if an update named no job.
 */
async function refusalOfOtherContent(
  deps: Deps,
  ticket: Ticket,
  { userId }: Holder,
  { answers, files, ...subject }: SubmitContent,
): Promise<Refusal> {
  const applications = await findApplicationJobs(deps.db, userId, APPLICATION.maxListed)
  const otherApplications = applications.filter(
    ({ id, job }) => id !== subject.application && job !== subject.job,
  )
  const isOfAnotherJob = otherApplications.some(({ id: application, job }) =>
    // The ticket of a submit names the job. The ticket of an update may name the application instead.
    [{ job }, { job: undefined, application }].some((target) =>
      digestOfContent({ ...target, answers, files }).equals(ticket.digest),
    ),
  )
  return refuse(isOfAnotherJob ? 'submit_ticket_other_job' : 'submit_ticket_other_answers')
}

/**
 * Finds the earliest valid ticket: issued to this account, for exactly this content, and not in the future.
 * Undefined when there are no tickets. When none is valid, throws the refusal for the first one. `content` is
 * undefined when no ticket can name it, such as content without a job.
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
