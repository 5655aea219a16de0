import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { StaffJob, StaffJobChange } from '#contract/staff-jobs/staff-job.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { JobDifferences } from './job-differences.tsx'
import type { JobLists } from './job-lists.ts'
import { JobDetails } from './job-details.tsx'
import { CHANGE_WORDS } from './job-words.ts'
import { contentOf } from './use-job-edits.ts'

const MAX_NOTE = 500

type Props = {
  me: StaffMember
  job: StaffJob
  change: StaffJobChange
  lists: JobLists
  /** Called with the changed job, and with a sentence about the result. */
  onJob: (job: StaffJob, words: string) => void
}

type ProposedProps = Pick<Props, 'job' | 'change' | 'lists'>

/** Who proposed the change of the job, why, and what the change does. */
function Proposed({ job, change, lists }: ProposedProps) {
  const proposedContent = contentOf({ ...job, content: change.content })
  return (
    <>
      <p className="mt2">
        <Trans>
          Proposed by <b>{change.proposed_by.name}</b>, {longDeadline(change.proposed_at)}.
        </Trans>{' '}
        {change.kind === 'publish' &&
          (change.publish_at
            ? t`Public from ${longDeadline(change.publish_at)}.`
            : t`Public as soon as it is approved.`)}
      </p>
      {change.reason && (
        <p className="mt2">
          <Trans>Why:</Trans> <q className="any">{change.reason}</q>
        </p>
      )}
      <p className="small quiet mt2 mb4">{CHANGE_WORDS[change.kind].effect}</p>
      {change.kind === 'publish' && <JobDetails content={proposedContent} lists={lists} />}
      {(change.kind === 'edit' || change.kind === 'extend' || change.kind === 'reopen') && (
        <JobDifferences before={contentOf(job)} after={proposedContent} lists={lists} />
      )}
    </>
  )
}

/** The proposal that waits: what changes, who proposed it and why, and the second person's decision. */
export function JobProposal({ me, job, change, lists, onJob }: Props) {
  const decision = useDecision('note')
  const { errors, round, busy, note, send } = decision
  const isOwn = change.proposed_by.id === me.id
  const mayDecide = me.rights.includes('jobs.approve') && !isOwn
  const sendThenShow = (work: () => Promise<StaffJob>, doneWords: string) =>
    void send(async () => onJob(await work(), doneWords))
  const params = { id: job.id, change: change.id }
  const decide = (approve: boolean) =>
    sendThenShow(
      () => call('POST /api/staff/jobs/{id}/changes/{change}/decide/', { params, body: { approve, note } }),
      approve ? t`Approved. It has taken effect.` : t`Returned, with your note.`,
    )
  const withdraw = () =>
    sendThenShow(async () => {
      await call('DELETE /api/staff/jobs/{id}/changes/{change}/', { params })
      return call('GET /api/staff/jobs/{id}/', { params: { id: job.id } })
    }, t`The proposal is taken back.`)
  return (
    <section className="st-proposal" aria-labelledby="proposal">
      <h2 id="proposal">
        <Trans>Waits for a second person: {CHANGE_WORDS[change.kind].noun.toLowerCase()}</Trans>
      </h2>
      <Proposed job={job} change={change} lists={lists} />
      <div className="st-decides">
        {mayDecide ? (
          <Decision
            decision={decision}
            wording="approve"
            readers={t`The history keeps it.`}
            maxLength={MAX_NOTE}
            onDecide={decide}
          />
        ) : (
          <ErrorSummary errors={errors} round={round} />
        )}
        {isOwn && <p className="small">{STAFF_WORDS.secondPerson}</p>}
        {me.rights.includes('jobs.write') && (
          <p className="mt3">
            <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={withdraw}>
              <Trans>Take the proposal back</Trans>
            </button>
          </p>
        )}
      </div>
    </section>
  )
}
