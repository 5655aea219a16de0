import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

type Props = { job: StaffJob; onProposed: (job: StaffJob) => void; onFailed: (sentence: string) => void }

/**
 * The outage that the portal measured near a deadline, and the new deadline by the job's rule. An officer who
 * may propose changes proposes it with one press. Another person decides.
 */
export function MeasuredExtension({ job, onProposed, onFailed }: Props) {
  const { busy, run } = useOneAtATime()
  // The kind of proposal: an open job is extended, a closed job is reopened. Undefined if this officer may
  // propose neither.
  const kind = (['extend', 'reopen'] as const).find((entry) => job.may.includes(entry))
  // The outage, and the new deadline that follows from the rule; null if the rule gives none.
  const { measured } = job
  // Nothing is shown if an officer has already proposed a new deadline. That proposal is shown below.
  if (!measured || job.awaiting === 'extend' || job.awaiting === 'reopen') return null
  const propose = async () => {
    if (!kind) return
    try {
      onProposed(
        await call('POST /api/staff/jobs/{id}/changes/', {
          params: { id: job.id },
          body: { kind, measured: true },
        }),
      )
    } catch (error) {
      const message = isCallFailed(error) ? firstOf(error.body, ['message']) : undefined
      onFailed(message ?? t`The proposal could not be sent. Please try again.`)
    }
  }
  return (
    <section className="st-proposal" aria-labelledby="measured">
      <h2 id="measured">
        <Trans>The portal proposes to move the deadline</Trans>
      </h2>
      <p className="mt2">
        {measured.reason}{' '}
        <Trans>
          The rule of this job moves the deadline from {longDeadline(measured.from)} to{' '}
          <b>{longDeadline(measured.until)}</b>.
        </Trans>
      </p>
      <p className="small quiet mt2">
        <Trans>
          Two people must agree: one proposes, another approves. Then everyone with a draft is notified.
        </Trans>
      </p>
      {kind && (
        <p className="mt4">
          <button className="btn" type="button" aria-disabled={busy} onClick={() => void run(propose)}>
            {busy ? t`Sending...` : t`Propose this extension`}
          </button>
        </p>
      )}
    </section>
  )
}
