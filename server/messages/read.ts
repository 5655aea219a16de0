import type { PreviewedEmail } from '#contract/messages/endpoints.ts'
import { may } from '#contract/staff/rights.ts'
import { stageOf } from '#contract/review/stages.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { planForValues, scopeOf } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'
import { sql } from '../database/connect.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { previewFirstEmails } from './first-emails.ts'
import { presentMessage } from './present.ts'
import { countStages, findMessage, isUnsentRecipient } from './store.ts'

const STATEMENT_TIMEOUT_SECONDS = 10

/**
 * A message as its second person reads it: its text, the stages of its recipients, and previews of the first
 * emails.
 */
export const getMessage: Handler<'GET /api/staff/messages/{id}/'> = (deps, { params, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await findMessage(tx, staff.id, params.id)
    if (!row) throw refuse('not_found')
    const scope = await scopeOf(tx, staff, row.job_id, now)
    if (!scope) throw refuse('not_found')
    // Plan the queries for these values: a plan for all values would read the whole job.
    await planForValues(tx)
    const emails: PreviewedEmail[] = may(staff.role, 'applications.read')
      ? await previewFirstEmails(
          tx,
          {
            deps,
            staff,
            message: row,
            blind: scope.blind,
            jobId: row.job_id,
            // SQL condition for the recipients in the areas that this officer may see.
            where: sql`${isUnsentRecipient(row.id)} and ${inAreas(staff.areas)}`,
          },
          now,
        )
      : []
    await recordAudit(
      tx,
      staff,
      { act: 'message.looked_at', jobId: row.job_id, detail: { message: row.id } },
      now,
    )
    return {
      ...presentMessage(row, staff, now),
      digest: row.digest?.toString('hex') ?? null,
      from: (await countStages(tx, row.id)).map(({ stage, count }) => ({ stage: stageOf(stage), count })),
      letters: emails,
    }
  })
