import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isExpired, longDeadline } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/job-words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { chosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { SignedIn } from '../session/guard.tsx'
import { useAnswer } from '../use-answer.ts'
import '../form/form.css'
import type { Route } from './+types/apply-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Apply', index: false })

export default function ApplyPage() {
  return (
    <SignedIn>
      <Apply />
    </SignedIn>
  )
}

const KEY = 'applyingFor'

/** W16: which job this tab applies for is fixed when the page opens, whatever another tab chooses meanwhile. */
const fixedJob = (asked: string | null): number | undefined => {
  try {
    const id = Number(asked ?? sessionStorage.getItem(KEY) ?? chosenJob()?.id)
    if (!Number.isInteger(id) || id <= 0) return undefined
    sessionStorage.setItem(KEY, String(id))
    return id
  } catch {
    return Number(asked) || undefined
  }
}

function Apply() {
  const [search] = useSearchParams()
  const asked = search.get('job')
  const [id, setId] = useState<number>()
  useEffect(() => setId(fixedJob(asked)), [asked])
  if (id !== undefined) return <Application key={id} id={id} />
  return (
    <div className="wrap page">
      <h1>Which job?</h1>
      <p className="lead mt2">Invalid job. Please select a job again and start the application.</p>
      <p className="mt5">
        <Link className="btn" to={paths.jobs}>
          Browse Jobs
        </Link>
      </p>
    </div>
  )
}

// Started here too, for whoever comes from the login page has not pressed a button that did it (S1 §4).
const startFor = async (id: number) => {
  const job = await call('GET /api/jobs/{id}/', { params: { id } })
  const application = await call('POST /api/job-applications/', { body: { job: id } })
  return { job, application, expired: isExpired(job.expiry_date, new Date()) }
}

const PARTS = ['Personal', 'Education', 'Work Experience', 'Referees', 'Review']

function Application({ id }: { id: number }) {
  const navigate = useNavigate()
  const started = useAnswer(id, () => startFor(id))
  const job = started.state === 'here' ? started.data.job : undefined
  const error = started.state === 'failed' && isCallFailed(started.error) ? started.error : undefined
  const closed = error?.body.code === 'job_closed' || error?.status === 404 || (started.state === 'here' && started.data.expired)
  const completed = started.state === 'here' && started.data.application.is_completed
  useEffect(() => {
    if (!closed && !completed) return
    // W16, W24: a job that cannot be applied for any more is not kept in mind.
    clearChosenJob()
    void navigate(completed ? paths.dashboard : paths.job(id), { replace: true, ...(completed ? { state: { notice: JOB_WORDS.alreadySubmitted } } : {}) })
  }, [closed, completed, id, navigate])

  if (started.state === 'failed') {
    return (
      <div className="wrap page">
        <h1>Apply</h1>
        <p className="callout is-red mt5" role="alert">
          {JOB_WORDS.startFailed}
        </p>
        <p className="btn-row mt5">
          <button className="btn" type="button" onClick={started.again}>
            Try again
          </button>
          <Link className="btn btn-2" to={paths.job(id)}>
            Back to the notice
          </Link>
        </p>
      </div>
    )
  }
  if (!job) {
    return (
      <div className="wrap page">
        <p className="waiting" role="status">
          <span className="spin" aria-hidden="true" /> Opening your application
        </p>
      </div>
    )
  }
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>You are applying for {job.title}</h1>
          <p className="lead mt2">Closes {longDeadline(job.expiry_date)}.</p>
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
