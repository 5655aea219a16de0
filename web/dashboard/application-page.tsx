import { Link, useParams } from 'react-router'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Comb } from '../receipt/comb.tsx'
import { ReceiptCard } from '../receipt/receipt-card.tsx'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import { type Answered, useAnswer } from '../use-answer.ts'
import { Happened, Progress, ProgressState } from './application-progress.tsx'
import { WhatYouSent } from './what-you-sent.tsx'
import { useShell } from './shell.tsx'
import { Failed, Waiting } from './states.tsx'
import { AccessRecordList } from './access-record-list.tsx'
import type { Route } from './+types/application-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Application', index: false })

const Back = () => (
  <p>
    <Link className="tap" to={paths.applications()}>
      <Icon name="left" size="i-s" /> {APPLICATION_WORDS.back}
    </Link>
  </p>
)

/** S2 §2 Application detail. L7: another person's application, or none, is 'Application not found'. */
export default function ApplicationPage() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,9}$/.test(id) ? <Found key={id} id={Number(id)} /> : <NotThere />
}

function Found({ id }: { id: number }) {
  const answer = useAnswer(id, () => call('GET /api/job-applications/{id}/', { params: { id } }))
  // Fetched in parallel, so that the page does not shift later.
  const looks = useAnswer(id, () =>
    call('GET /api/job-applications/{id}/access-records/', { params: { id } }),
  )
  if (answer.state === 'here') return <Whole it={answer.data} looks={looks} />
  if (answer.state === 'failed' && isCallFailed(answer.error) && answer.error.status === 404)
    return <NotThere />
  return (
    <>
      <Back />
      <h1 className="mb5">Application</h1>
      {answer.state === 'waiting' ? (
        <Waiting what="your application" lines={6} />
      ) : (
        <Failed sentence={APPLICATION_WORDS.detailFailed} answer={answer} />
      )}
    </>
  )
}

const NotThere = () => (
  <>
    <h1>{APPLICATION_WORDS.notFound}</h1>
    <p className="lead mt2">
      The address may be mistyped. Applications you have sent are safe and in your list.
    </p>
    <p className="mt5">
      <Link className="btn" to={paths.applications()}>
        {APPLICATION_WORDS.back}
      </Link>
    </p>
  </>
)

function Whole({ it, looks }: { it: Application; looks: Answered<AccessRecords> }) {
  // `StillSending` above every page says the same.
  const { sendingJobs } = useShell()
  const sending = !it.is_completed && sendingJobs.includes(it.job.id)
  return (
    <>
      <Back />
      <div className="row between mt2">
        {it.reference_number ? (
          <Comb reference={it.reference_number} small />
        ) : (
          <p className="small quiet">No reference number yet</p>
        )}
        <Badge status={it.status} />
      </div>
      <h1 className="mt2 any">
        <JobTitle title={it.job.title} />
      </h1>
      <p className="small quiet mt1 any">
        <WholeWords text={`${it.job.type} · ${it.job.location}`} /> ·{' '}
        <span className="ref">{it.job.reference}</span>
      </p>
      {!sending && <ProgressState it={it} />}
      {!it.is_completed && !it.job.is_expired && !sending && (
        <p className="mt4">
          <Link className="btn" to={paths.apply(it.job.id)}>
            {JOB_WORDS.continue}
          </Link>
        </p>
      )}
      <div className="two mt6">
        <Happened it={it} decisions={looks.state === 'here' ? looks.data.decisions : []} />
        <Progress it={it} />
      </div>
      {it.is_completed && <AccessRecordList answer={looks} />}
      {it.receipt && (
        <section className="band" id="receipt">
          <h2>Your receipt</h2>
          <p className="small quiet mb4">
            Keep it: it lets anyone check that we have your application and that nothing in it was changed.
          </p>
          <ReceiptCard receipt={it.receipt} />
        </section>
      )}
      <WhatYouSent it={it} />
    </>
  )
}
