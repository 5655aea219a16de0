import { useEffect, useMemo } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { longDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { JOB_WORDS } from '#contract/job-words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { chosenJob, clearChosenJob, fixJob } from '../session/chosen-job.ts'
import { SignedIn } from '../session/guard.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { useAnswer } from '../use-answer.ts'
import type { Route } from './+types/apply-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Apply', index: false })

export default function ApplyPage() {
  return (
    <SignedIn>
      <Apply />
    </SignedIn>
  )
}

function Apply() {
  const [search] = useSearchParams()
  const asked = search.get('job')
  const id = useMemo(() => fixJob(asked), [asked])
  // S2 §4 Wizard load: nothing selected leads to the list; what this tab fixed stands in the address from then on (W16).
  if (asked === null) return <Navigate to={id === undefined ? paths.jobs : paths.apply(id)} replace />
  if (id !== undefined) return <Application key={id} id={id} />
  return (
    <div className="wrap page">
      <h1>Which job?</h1>
      <p className="lead mt2">{JOB_WORDS.invalid}</p>
      <p className="mt5">
        <Link className="btn" to={paths.jobs}>
          Browse Jobs
        </Link>
      </p>
    </div>
  )
}

type Found = { job: Reply<'GET /api/jobs/{id}/'>; is: 'completed' | 'closed' | 'started' | 'not started' }

/** Where the person stands with a job. It is started here only for who pressed Apply Now before logging in (S1 §4): opening an address starts nothing. */
async function find(id: number): Promise<Found> {
  const [job, application] = await Promise.all([
    call('GET /api/jobs/{id}/', { params: { id } }),
    call('GET /api/job-applications/check/{id}/', { params: { id } }),
  ])
  if (application.is_completed) return { job, is: 'completed' }
  if (job.is_expired) return { job, is: 'closed' }
  if (application.exists) return { job, is: 'started' }
  if (chosenJob()?.id !== id) return { job, is: 'not started' }
  const { is_completed } = await call('POST /api/job-applications/', { body: { job: id } })
  return { job, is: is_completed ? 'completed' : 'started' }
}

const PARTS = ['Personal', 'Education', 'Work Experience', 'Referees', 'Review']

function Application({ id }: { id: number }) {
  const navigate = useNavigate()
  const found = useAnswer(id, () => find(id))
  const refusal = found.state === 'failed' && isCallFailed(found.error) ? found.error : undefined
  const closed = refusal?.status === 404 || refusal?.body.code === 'job_closed'
  const is = found.state === 'here' ? found.data.is : closed ? 'closed' : undefined
  useEffect(() => {
    if (is === undefined || is === 'started') return
    // W16, W24: a job that cannot be applied for any more is not kept in mind.
    if (is !== 'not started') clearChosenJob()
    if (is === 'completed') void navigate(paths.dashboard, { replace: true, state: { notice: JOB_WORDS.alreadySubmitted } })
    else void navigate(paths.job(id), { replace: true })
  }, [is, id, navigate])

  if (found.state === 'failed' && !closed) {
    return (
      <div className="wrap page">
        <h1>Apply</h1>
        <p className="callout is-red mt5" role="alert">
          {JOB_WORDS.startFailed}
        </p>
        <p className="btn-row mt5">
          <button className="btn" type="button" onClick={found.again}>
            Try again
          </button>
          <Link className="btn btn-2" to={paths.job(id)}>
            Back to the notice
          </Link>
        </p>
      </div>
    )
  }
  if (found.state !== 'here' || is !== 'started') {
    return (
      <div className="wrap page" role="status">
        <h1 className="h-s quiet">Opening your application</h1>
        <div className="ghost" />
        <div className="ghost" />
      </div>
    )
  }
  const { job } = found.data
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1 className="any">
            You are applying for <JobTitle title={job.title} />
          </h1>
          <p className="lead mt2">{job.expiry_date ? `Closes ${longDeadline(job.expiry_date)}.` : longDeadline(null)}</p>
          <p className="callout is-green mt5" role="status">
            <b>Your application is started and kept in your account.</b> The form with its five parts is not open on this portal yet. Nothing more is needed
            from you today: when it opens, you go on from here.
          </p>
          <p className="btn-row mt5">
            <Link className="btn" to={paths.dashboard}>
              Go to your dashboard
            </Link>
            <Link className="btn btn-2" to={paths.job(id)}>
              Read the notice again
            </Link>
          </p>
        </div>
        <aside className="beside">
          <h2 className="h-s">The five parts</h2>
          <ol className="parts">
            {PARTS.map((part, at) => (
              <li key={part}>
                <span className="num">{at + 1}</span>
                <span>{part}</span>
              </li>
            ))}
          </ol>
          <p className="small quiet">
            Have ready: your ID number, your certificates with their years, where you worked and when, and one person who can speak for you, with a phone
            number.
          </p>
        </aside>
      </div>
    </div>
  )
}
