import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WorkPlan } from '#contract/shares/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { Progress } from './progress.tsx'
import { ShareForm } from './share-form.tsx'
import type { Route } from './+types/shares-page'
import '../staff-ui/jobs.css'
import './shares.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Sharing`, index: false })

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => ({
  plan: await loaded(call('GET /api/staff/jobs/{id}/shares/', { params: { id: Number(params.id) } })),
})

function Shares({ job, loadedPlan }: { job: number; loadedPlan: Loaded<WorkPlan> }) {
  const { id: ownId, rights } = useMe()
  const [plan, setPlan] = useLatestData(loadedPlan)
  const [result, setResult] = useState<ActionResult>()
  const reload = useReload(loadedPlan.error)
  if (!plan)
    return (
      <JobLoadFailed
        error={loadedPlan.error}
        sentence={t`The shares could not be loaded.`}
        onRetry={reload}
      />
    )
  const onPlan = (changed: WorkPlan) => {
    setPlan(changed)
    setResult({
      words: changed.kind
        ? t`The applications are shared out. Each reviewer finds their share on their start page.`
        : t`The shares are removed.`,
    })
  }
  return (
    <>
      <JobHead id={job} job={plan.job} />
      <ResultMessage result={result} />
      <Progress plan={plan} />
      {plan.shares.some(({ officer }) => officer.id === ownId) && (
        <p className="mt3">
          <Link to={staffPaths.applications(job, 'share=mine')}>
            <Trans>Your share in the table</Trans>
          </Link>
        </p>
      )}
      {/* New shares get a new form, because the form reads the shares only at its start. */}
      {rights.includes('work.share') && <ShareForm key={plan.shared_at} plan={plan} onPlan={onPlan} />}
    </>
  )
}

/** The page about a job's shares: which reviewer reads which applications, and how far each reviewer is. */
export default function SharesPage({ params, loaderData }: Route.ComponentProps) {
  return <Shares key={params.id} job={Number(params.id)} loadedPlan={loaderData.plan} />
}
