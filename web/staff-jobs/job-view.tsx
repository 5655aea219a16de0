import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '@lingui/core/macro'
import type { JobChange, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { JobHead } from '../staff-ui/job-head.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { JobActions } from './job-actions.tsx'
import { JobDetails } from './job-details.tsx'
import { JobEditor } from './job-editor.tsx'
import { JobHistory } from './job-history.tsx'
import type { JobLists } from './job-lists.ts'
import { JobProposal } from './job-proposal.tsx'
import { JobSummary } from './job-summary.tsx'
import { MeasuredExtension } from './measured-extension.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { contentOf } from './use-job-edits.ts'

type Props = { job: StaffJob; lists: JobLists; onJob: (job: StaffJob) => void }

/** The content of a proposal that was not approved, for a new edit. `?edit=` has the id of the proposal. */
function startContentOf(job: StaffJob, proposalId: string | null) {
  const change = job.changes.find(({ id, kind }) => String(id) === proposalId && kind === 'edit')
  return (
    change && {
      ...contentOf({ ...job, content: change.content }),
      // The edit keeps the present deadline, because deadlines have their own proposals.
      expiry_date: contentOf(job).expiry_date,
    }
  )
}

/**
 * Shows the form while a job is edited, and otherwise its content. While a proposal to publish waits, this is
 * empty, because that proposal shows the content.
 */
function JobBody({ job, lists, editing, onJob, onLeave }: Props & { editing: boolean; onLeave: () => void }) {
  const me = useMe()
  const [query] = useSearchParams()
  if (editing)
    return (
      <JobEditor
        officer={me.id}
        startContent={startContentOf(job, query.get('edit'))}
        job={job}
        lists={lists}
        onJob={onJob}
        {...(job.state === 'draft' ? {} : { onLeave })}
      />
    )
  const isShownAbove = job.changes.some(({ decided_at, kind }) => decided_at === null && kind === 'publish')
  return isShownAbove ? null : <JobDetails content={contentOf(job)} lists={lists} />
}

/** The page of one job. What it shows depends on the officer's rights. */
export function JobView({ job, lists, onJob }: Props) {
  const me = useMe()
  const [query, setQuery] = useSearchParams()
  const [kindToPropose, setKindToPropose] = useState<JobChange>()
  const [result, setResult] = useState<ActionResult>()
  // The proposal on which no one has decided yet.
  const waiting = job.changes.find(({ decided_at }) => decided_at === null)
  // A draft always shows its form, from which it may be published. A public job shows its form only on
  // request.
  const editing = job.may.includes('publish') || (job.may.includes('edit') && query.has('edit'))
  const leaveEditor = () => setQuery({}, { replace: true, preventScrollReset: true })
  const showFailure = (words: string) => setResult({ words, isError: true })
  const showProposal = (changed: StaffJob) => {
    setKindToPropose(undefined)
    setResult({ words: t`Proposed. A second person decides.` })
    leaveEditor()
    onJob(changed)
    scrollTo(0, 0)
  }
  // The editor has saved a draft, or sent a proposal, or loaded what another officer saved or proposed.
  const showEditorResult = (changed: StaffJob) => {
    const proposal = changed.changes.find(({ decided_at }) => decided_at === null)
    const isOwnNewProposal = !job.awaiting && proposal?.proposed_by.id === me.id
    if (isOwnNewProposal) showProposal(changed)
    else onJob(changed)
  }
  const showDecision = (changed: StaffJob, words: string) => {
    setResult({ words })
    onJob(changed)
    scrollTo(0, 0)
  }
  return (
    <>
      <JobHead id={job.id} job={job}>
        <JobActions job={job} editing={editing} onPropose={setKindToPropose} onFailed={showFailure} />
      </JobHead>
      <JobSummary job={job} />
      <ResultMessage result={result} className="mb5" />
      <MeasuredExtension job={job} onProposed={showProposal} onFailed={showFailure} />
      {waiting && (
        <JobProposal key={waiting.id} me={me} job={job} change={waiting} lists={lists} onJob={showDecision} />
      )}
      <JobBody job={job} lists={lists} editing={editing} onJob={showEditorResult} onLeave={leaveEditor} />
      <JobHistory changes={job.changes} mayEdit={job.may.includes('edit') && !editing} />
      {kindToPropose && (
        <ProposeDialog
          job={job}
          kind={kindToPropose}
          onClose={() => setKindToPropose(undefined)}
          onProposed={showProposal}
        />
      )}
    </>
  )
}
