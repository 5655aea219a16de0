import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useOnDemand } from '../staff-ui/use-on-demand.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { CopyRule } from './copy-rule.tsx'
import { fetchJobs } from './jobs-to-copy.ts'
import { RuleEditor } from './rule-editor.tsx'
import { VersionInWords } from './rule-in-words.tsx'
import { WaitingRule } from './waiting-rule.tsx'
import type { Route } from './+types/rule-page'
import '../staff-ui/jobs.css'
import '../form/pair.css'
import './selection-rules.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Selection rule`, index: false })

/** The names of all areas, by keys such as `county:44`. The lines of seats have only the codes. */
async function areaNames() {
  const [counties, constituencies, wards] = await Promise.all([
    call('GET /api/counties/'),
    call('GET /api/constituencies/'),
    call('GET /api/wards/'),
  ])
  const keyed = (kind: string, areas: { id: number; name: string }[]) =>
    areas.map(({ id, name }) => [`${kind}:${id}`, name] as const)
  return Object.fromEntries([
    ...keyed('county', counties),
    ...keyed('constituency', constituencies),
    ...keyed('ward', wards),
  ])
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [rule, areas] = await Promise.all([
    loaded(call('GET /api/staff/jobs/{id}/selection-rule/', { params: { id: Number(params.id) } })),
    loaded(areaNames()),
  ])
  return { rule, areas }
}

type Data = Awaited<ReturnType<typeof clientLoader>>
type RuleProps = {
  job: number
  loadedRule: Loaded<StaffSelectionRule>
  areas: Data['areas']
}

/** A draft of the rule that the second person returned, with their note. */
const Returned = ({ next }: Pick<StaffSelectionRule, 'next'>) =>
  next?.state === 'drafting' && next.note ? (
    <p className="callout is-amber mb4 any">
      <Trans>
        Returned by {next.decided_by?.name}: “{next.note}”
      </Trans>
    </p>
  ) : null

const Approved = ({ rule }: { rule: StaffSelectionRule }) =>
  rule.approved && (
    <section className="rule-part" aria-labelledby="approved">
      <h2 id="approved">
        <Trans>The approved rule, version {rule.approved.version}</Trans>
      </h2>
      <VersionInWords version={rule.approved} documents={rule.documents} levels={rule.levels} />
    </section>
  )

function withoutRule(isOpen: boolean, hasDraft: boolean) {
  if (isOpen) return t`This job opened without a selection rule, so it cannot get one any more.`
  if (hasDraft) return t`A draft of the rule is being written.`
  return t`No one has written a selection rule for this job yet.`
}

/** Why there is no rule to see, for an officer who cannot write one. */
const NoRule = ({ rule: { approved, next, may, job } }: { rule: StaffSelectionRule }) =>
  approved || next?.state === 'proposed' || may.includes('write') ? null : (
    <p className="empty">{withoutRule(job.is_open, next !== null)}</p>
  )

/** The button for a draft that came too late to be written further. */
function LateDraft({
  job,
  onRule,
}: {
  job: number
  onRule: (rule: StaffSelectionRule, words: string) => void
}) {
  const { errors, round, busy, send } = useSending()
  const discard = async () => {
    const rule = await call('POST /api/staff/jobs/{id}/selection-rule/withdraw/', { params: { id: job } })
    onRule(rule, t`The draft is discarded.`)
  }
  return (
    <>
      <ErrorSummary errors={errors} round={round} />
      <p className="mt3">
        <button
          className="btn btn-2 btn-small"
          type="button"
          aria-disabled={busy}
          onClick={() => void send(discard)}
        >
          <Trans>Discard</Trans>
        </button>
      </p>
    </>
  )
}

function SelectionRule({ job, loadedRule, areas }: RuleProps) {
  const [rule, setRule] = useLatestData(loadedRule)
  const [result, setResult] = useState<ActionResult>()
  const [copying, setCopying] = useState(false)
  const jobs = useOnDemand(fetchJobs)
  // The form reads the rule only at its start. So each copied rule gets a form with a new key.
  const [copyCount, setCopyCount] = useState(0)
  const reload = useReload(loadedRule.error)
  if (!rule)
    return (
      <JobLoadFailed error={loadedRule.error} sentence={t`The rule could not be loaded.`} onRetry={reload} />
    )
  const onRule = (changed: StaffSelectionRule, words: string) => {
    setRule(changed)
    setResult({ words })
  }
  const startCopying = () => {
    jobs.load()
    setCopying(true)
  }
  // `next`: the version of the rule that is being written or is proposed. `approved`: the version in force.
  const { next, may } = rule
  return (
    <>
      <JobHead id={job} job={rule.job}>
        {may.includes('write') && !next && (
          <p className="btn-row">
            <button className="btn btn-2 btn-small" type="button" onClick={startCopying}>
              <Trans>Copy from an earlier job</Trans>
            </button>
          </p>
        )}
      </JobHead>
      <ResultMessage result={result} />
      <Returned next={next} />
      {next?.state === 'proposed' && <WaitingRule rule={rule} version={next} onRule={onRule} />}
      <Approved rule={rule} />
      <NoRule rule={rule} />
      {next?.state === 'drafting' && may.includes('withdraw') && !may.includes('write') && (
        <LateDraft job={job} onRule={onRule} />
      )}
      {may.includes('write') && (
        <RuleEditor key={copyCount} rule={rule} nameOf={(key) => areas.data?.[key] ?? ''} onRule={onRule} />
      )}
      {copying && (
        <CopyRule
          jobId={job}
          jobs={jobs}
          onClose={() => setCopying(false)}
          onRule={(copied) => {
            setCopying(false)
            setCopyCount(copyCount + 1)
            onRule(copied, t`Copied. Check it before you propose it.`)
          }}
        />
      )}
    </>
  )
}

/** The rule by which people are selected for a job: written, proposed and approved by two people. */
export default function RulePage({ params, loaderData: { rule, areas } }: Route.ComponentProps) {
  return <SelectionRule key={params.id} job={Number(params.id)} loadedRule={rule} areas={areas} />
}
