import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { SUBMIT_WORDS } from '#contract/job-applications/words.ts'
import { PAUSED_WORDS } from '#contract/last-hour/brownout.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { isCallFailed } from '../call.ts'
import { loadChunk } from '../load-chunk.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { clearChosenJob, fixJob } from '../session/chosen-job.ts'
import { SignedIn } from '../session/guard.tsx'
import { useSession } from '../session/session.ts'
import { isBusy } from '../busy.ts'
import { useAnswer } from '../use-answer.ts'
import type { Route } from './+types/apply-page'
import { openApplication } from './open-application.ts'
import { depthOf } from './use-steps.ts'

const Wizard = lazy(() =>
  loadChunk(() => import('./wizard.tsx').then(({ Wizard: part }) => ({ default: part }))),
)

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
  const session = useSession()
  const account = session.state === 'in' ? session.email : ''
  // S2 §4 Wizard load: without a chosen job, go to the list. The job that this tab fixed is put into the
  // address (W16).
  if (asked === null) return <Navigate to={id === undefined ? paths.jobs : paths.apply(id)} replace />
  if (id !== undefined) return <Application key={`${id} ${account}`} id={id} account={account} />
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

type Is = 'completed' | 'closed' | 'gone' | 'not started'

function Application({ id, account }: { id: number; account: string }) {
  const navigate = useNavigate()
  const depth = depthOf(useLocation().state)
  const found = useAnswer(id, () => openApplication(id, account))
  const [over, setOver] = useState<Is>()
  const refusal = found.state === 'failed' && isCallFailed(found.error) ? found.error : undefined
  const busy = isBusy(refusal)
  const closed = refusal?.status === 404 || refusal?.body.code === 'job_closed'
  const is = over ?? (found.state === 'here' ? found.data.is : closed ? 'closed' : undefined)
  useEffect(() => {
    if (is === undefined || is === 'started') return
    // Go back over all the steps at once, not one by one.
    if (depth > 0) return void navigate(-depth)
    // W16, W24: forget a job that can no longer be applied for.
    if (is !== 'not started') clearChosenJob()
    if (is === 'completed')
      void navigate(paths.dashboard, {
        replace: true,
        state: { notice: JOB_WORDS.alreadySubmitted, job: id },
      })
    else void navigate(paths.job(id), { replace: true })
  }, [is, id, depth, navigate])

  if (found.state === 'failed' && !closed) {
    return (
      <div className="wrap page">
        <h1>Apply</h1>
        <p className={busy ? 'callout mt5' : 'callout is-red mt5'} role="alert">
          {busy
            ? PAUSED_WORDS.read
            : refusal?.body.message === SUBMIT_WORDS.checkFailed
              ? SUBMIT_WORDS.checkFailed
              : JOB_WORDS.startFailed}
        </p>
        <p className="btn-row mt5">
          <button className="btn" type="button" onClick={found.again}>
            Try again
          </button>
          <Link className="btn btn-2" to={paths.job(id)}>
            Back to the job
          </Link>
        </p>
      </div>
    )
  }
  if (found.state !== 'here' || found.data.is !== 'started' || is !== 'started') return <Opening />
  return (
    <Suspense fallback={<Opening />}>
      <Wizard opened={found.data.opened} account={account} onOver={setOver} />
    </Suspense>
  )
}

const Opening = () => (
  <div className="wrap page guard" role="status">
    <h1 className="h-s quiet">Opening your application</h1>
    <div className="ghost" />
    <div className="ghost" />
  </div>
)
