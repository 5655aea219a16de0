import type { Deps } from '../deps.ts'
import type { Visitor } from '../http/visitor.ts'
import { findForSubmission } from '../job-applications/insert-submission.ts'
import { canonical } from '#contract/canonical.ts'
import { PROBE_HEADER, probeTime } from './probe-token.ts'
import { insertProbe } from './store.ts'

/**
 * A probe uses the id 0, which no person and no job has. It is in no table that is listed, counted, exported
 * or used for emails.
 */
const NOBODY = { userId: 0, jobId: 0 }

/**
 * Answers a submit that is one of our probes; undefined for any other submit. It reads the same data as a
 * submit and durably writes a row of its own. The answer contains the token, so that no other response with
 * status 200 counts as an accepted probe.
 */
export async function receiveProbe(
  { db, secrets, now }: Deps,
  visitor: Visitor,
  body: unknown,
): Promise<{ probe: string } | undefined> {
  const token = visitor.header(PROBE_HEADER) ?? ''
  const sentAt = probeTime(secrets, token, now())
  if (!sentAt) return undefined
  // Every submit starts with this read. The probe does it too, and ignores the result.
  await findForSubmission(
    db,
    NOBODY.userId,
    { jobId: NOBODY.jobId },
    { education: undefined, experience: undefined, referees: undefined },
  )
  const answer = { probe: token }
  await insertProbe(db, {
    sentAt,
    frozen: canonical({ format: 'probe/1', body }),
    receipt: JSON.stringify(answer),
  })
  return answer
}
