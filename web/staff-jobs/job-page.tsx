import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { longDeadline } from '#contract/dates.ts'
import type { JobChange, StaffJob } from '#contract/staff-jobs/endpoints.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { formatNumber } from '../ui/card.ts'
import { useAnswer } from '../use-answer.ts'
import { JobEditor } from './job-editor.tsx'
import { JobHead } from '../staff-ui/job-head.tsx'
import { JobHistory } from './job-history.tsx'
import { type JobLists, useJobLists } from './job-lists.ts'
import { JobProposal } from './job-proposal.tsx'
import { JobDetails } from './job-details.tsx'
import { JobStateMark } from './job-state.tsx'
import { CHANGE_WORDS } from './job-words.ts'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { MeasuredExtension } from './measured-extension.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { contentOf } from './use-job-draft.ts'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import type { Route } from './+types/job-page'
import '../staff-ui/jobs.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Job', index: false })

/** Changes with a button of their own; publishing and editing belong to the form. */
const ACTS: JobChange[] = ['extend', 'reopen', 'end_early', 'archive']

type Shown = { job: StaffJob; lists: JobLists; onJob: (job: StaffJob) => void }

function Shown({ job, lists, onJob }: Shown) {
  const me = useMe()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [acting, setActing] = useState<JobChange>()
  const [said, setSaid] = useState<ResultWords>()
  const waiting = job.changes.find((it) => it.decided_at === null)
  const again = job.changes.find((it) => String(it.id) === query.get('edit') && it.kind === 'edit')
  const editing = job.may.includes('publish') || (job.may.includes('edit') && query.has('edit'))
  const proposed = (job: StaffJob) => {
    setActing(undefined)
    setSaid({ words: 'Proposed. A second person decides.' })
    setQuery({}, { replace: true, preventScrollReset: true })
    onJob(job)
    scrollTo(0, 0)
  }
  const changed = (it: StaffJob) => (it.awaiting && !job.awaiting ? proposed(it) : onJob(it))
  const copy = async () => {
    try {
      const { id } = await call('POST /api/staff/jobs/', { body: { copy_of: job.id } })
      await navigate(paths.staffJob(id))
    } catch (error) {
      const sentence = isCallFailed(error) ? firstOf(error.body, ['reference', 'message']) : undefined
      setSaid({ words: sentence ?? 'The copy could not be made. Please try again.', red: true })
    }
  }
  return (
    <>
      <JobHead id={job.id} here="job" job={job}>
        <p className="btn-row">
          {job.may.includes('edit') && !editing && (
            <Link className="btn btn-2 btn-s" to="?edit=1" preventScrollReset>
              Edit
            </Link>
          )}
          {ACTS.filter((kind) => job.may.includes(kind)).map((kind) => (
            <button className="btn btn-2 btn-s" type="button" key={kind} onClick={() => setActing(kind)}>
              {CHANGE_WORDS[kind].act}
            </button>
          ))}
          {me.rights.includes('jobs.write') && (
            <button className="btn btn-2 btn-s" type="button" onClick={() => void copy()}>
              Copy
            </button>
          )}
        </p>
      </JobHead>
      <p className="st-line">
        <span>
          <JobStateMark state={job.state} />
          {job.state === 'scheduled' && `, public from ${longDeadline(job.publish_at)}`}
        </span>
        <span>{job.expiry_date ? longDeadline(job.expiry_date) : 'No deadline'}</span>
        <span className="num">
          <b>
            {me.rights.includes('applications.read') ? (
              <Link to={paths.staffApplications(job.id)}>{formatNumber(job.applications)}</Link>
            ) : (
              formatNumber(job.applications)
            )}
          </b>{' '}
          sent, <b>{formatNumber(job.drafts)}</b> {job.drafts === 1 ? 'draft' : 'drafts'}
        </span>
        {(job.state === 'published' || job.state === 'closed') && (
          <Link to={paths.job(job.id)}>Public page</Link>
        )}
      </p>
      <ResultMessage said={said} className="mb5" />
      <MeasuredExtension
        job={job}
        onProposed={proposed}
        onFailed={(words) => setSaid({ words, red: true })}
      />
      {waiting && (
        <JobProposal
          key={waiting.id}
          me={me}
          job={job}
          change={waiting}
          lists={lists}
          onJob={(it, words) => {
            setSaid({ words })
            onJob(it)
            scrollTo(0, 0)
          }}
        />
      )}
      {editing ? (
        <JobEditor
          officer={me.id}
          start={
            again && {
              ...contentOf({ ...job, content: again.content }),
              expiry_date: contentOf(job).expiry_date,
            }
          }
          job={job}
          lists={lists}
          onJob={changed}
          {...(job.state === 'draft'
            ? {}
            : { onLeave: () => setQuery({}, { replace: true, preventScrollReset: true }) })}
        />
      ) : waiting?.kind === 'publish' ? null : (
        <JobDetails content={contentOf(job)} lists={lists} />
      )}
      <JobHistory changes={job.changes} mayEdit={job.may.includes('edit') && !editing} />
      {acting && (
        <ProposeDialog job={job} kind={acting} onClose={() => setActing(undefined)} onProposed={proposed} />
      )}
    </>
  )
}

function Loaded({ id }: { id: string }) {
  const answer = useAnswer(id, () => call('GET /api/staff/jobs/{id}/', { params: { id } }))
  const lists = useJobLists()
  const [job, setJob] = useLastAnswer(answer)
  const gone =
    answer.state === 'failed' &&
    isCallFailed(answer.error) &&
    (answer.error.status === 404 || answer.error.status === 400)
  const failed = [answer, lists].find((it) => it.state === 'failed')
  if (gone) {
    return (
      <div className="empty">
        <h1>There is no such job</h1>
        <p className="mt2">
          <Link to={paths.staffJobs}>All jobs</Link>
        </p>
      </div>
    )
  }
  if (failed?.state === 'failed') return <Unread what="The job" again={failed.again} />
  if (job && lists.state === 'here') return <Shown job={job} lists={lists.data} onJob={setJob} />
  return (
    <>
      <JobHead id={Number(id)} here="job" job={undefined} />
      <Loading />
    </>
  )
}

/** One job: its state, its content, what waits for a second person, and what was decided. */
export default function StaffJobPage({ params }: Route.ComponentProps) {
  return <Loaded key={params.id} id={params.id} />
}
