import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { WorkPlan } from '#contract/shares/endpoints.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { JobHead, JobUnread } from '../staff-ui/job-head.tsx'
import { Loading } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { Progress } from './progress.tsx'
import { ShareForm } from './share-form.tsx'
import type { Route } from './+types/shares-page'
import '../staff-ui/jobs.css'
import './shares.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Sharing', index: false })

function Shown({ job }: { job: number }) {
  const { id: me, rights } = useMe()
  const [latest, setLatest] = useState<WorkPlan>()
  const [said, setSaid] = useState<ResultWords>()
  const answer = useAnswer(job, () => call('GET /api/staff/jobs/{id}/shares/', { params: { id: job } }))
  if (answer.state === 'failed')
    return <JobUnread error={answer.error} what="The shares could not be read." again={answer.again} />
  const plan = latest ?? (answer.state === 'here' ? answer.data : undefined)
  const onPlan = (changed: WorkPlan) => {
    setLatest(changed)
    setSaid({
      words: changed.kind
        ? 'Shared out. Each reviewer finds their share on their start page.'
        : 'The shares are removed.',
    })
  }
  return (
    <>
      <JobHead id={job} here="shares" job={plan?.job} />
      {plan ? (
        <>
          <ResultMessage said={said} />
          <Progress plan={plan} />
          {plan.shares.some(({ officer }) => officer.id === me) && (
            <p className="mt3">
              <Link to={paths.staffApplications(job, 'share=mine')}>Your share in the table</Link>
            </p>
          )}
          {rights.includes('work.share') && <ShareForm key={plan.shared_at} plan={plan} onPlan={onPlan} />}
        </>
      ) : (
        <Loading />
      )}
    </>
  )
}

/** Who reads which applications of a job, and how far each is. */
export default function SharesPage() {
  const job = Number(useParams().id)
  return <Shown key={job} job={job} />
}
