import { MESSAGES } from '#contract/messages/limits.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { pageOf } from '../staff/page-of.ts'
import { presentMessage } from './present.ts'
import { findJob, findMessages } from './store.ts'

/** One page of the messages about a job, newest first, with the state of each message. */
export const listMessages: Handler<'GET /api/staff/jobs/{id}/messages/'> = async (
  deps,
  { params, query, staff },
) => {
  const job = await findJob(deps.db, params.id)
  if (!job) throw refuse('not_found')
  // `before` is the last message id of the previous page. For the first page, a number above every id
  // replaces it.
  const rows = await findMessages(deps.db, staff.id, params.id, query.before ?? Number.MAX_SAFE_INTEGER)
  const { shown, next } = pageOf(rows, MESSAGES.pageSize)
  return { job, results: shown.map((row) => presentMessage(row, staff, deps.now())), next }
}
