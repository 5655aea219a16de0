import type { Deps } from '../deps.ts'
import type { Visitor } from '../http/visitor.ts'
import { readForSending } from '../job-applications/insert-submission.ts'
import { canonical } from '#contract/canonical.ts'
import { PROBE_HEADER, probeTime } from './probe-token.ts'
import { insertProbe } from './store.ts'

/** Neither is the id of anybody: the hidden job and its applicant exist in no table that is listed, counted, exported or written about. */
const NOBODY = { userId: 0, jobId: 0 }

/**
 * Answers a submit that is a probe of ours, and undefined for every other: that is then a stranger's. It reads what a submit reads and writes,
 * durably, one row of its own. What it answers names the token, so that nobody else's 200 is taken for a verdict.
 */
export async function receiveProbe({ db, secrets, now }: Deps, visitor: Visitor, body: unknown): Promise<{ probe: string } | undefined> {
  const token = visitor.header(PROBE_HEADER) ?? ''
  const at = probeTime(secrets, token, now())
  if (!at) return undefined
  await readForSending(db, NOBODY.userId, { jobId: NOBODY.jobId }, { education: undefined, experience: undefined, referees: undefined })
  const answer = { probe: token }
  await insertProbe(db, { at, frozen: canonical({ format: 'probe/1', body }), receipt: JSON.stringify(answer) })
  return answer
}
