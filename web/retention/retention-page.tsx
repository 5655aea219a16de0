import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { Hold } from '#contract/retention/endpoints.ts'
import { RETENTION } from '#contract/retention/words.ts'
import { call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { LoadFailed, PagePaused, pausedWords } from '../staff-ui/loading.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import type { Route } from './+types/retention-page'
import { HoldCard } from './hold-card.tsx'
import { ProposeHold } from './propose-hold.tsx'
import { GoingTable, PeriodTable, UndecidedJobsTable } from './tables.tsx'
import '../staff-ui/jobs.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Retention`, index: false })

export const clientLoader = async () => ({ retention: await loaded(call('GET /api/staff/retention/')) })

type Retention = Reply<'GET /api/staff/retention/'>

/** What the portal deletes soon. `accounts`: unused accounts whose owners were notified. */
const Going = ({ going, accounts }: Retention) => (
  <section className="mt6" aria-labelledby="going">
    <h2 className="mb4" id="going">
      <Trans>Goes in the next {RETENTION.aheadDays} days</Trans>
    </h2>
    {going.length === 0 ? (
      <p className="empty small">
        <Trans>Nothing of a job is deleted in this time.</Trans>
      </p>
    ) : (
      <GoingTable going={going} />
    )}
    {accounts > 0 && (
      <p className="small mt3">
        {plural(accounts, {
          one: 'One person was notified that their unused account goes, unless they log in.',
          other: '# people were notified that their unused accounts go, unless they log in.',
        })}
      </p>
    )}
  </section>
)

const UndecidedJobs = ({ without_end: undecidedJobs }: Retention) =>
  undecidedJobs.length > 0 && (
    <section className="mt6" aria-labelledby="without-end">
      <h2 className="mb4" id="without-end">
        <Trans>Recruitments without an end</Trans>
      </h2>
      <p className="mb4">
        <Trans>
          These closed more than a year ago. Their applications have no decision, so they are never deleted.
          Decide on them, or archive the job: then their time starts.
        </Trans>
      </p>
      <UndecidedJobsTable jobs={undecidedJobs} />
    </section>
  )

type HoldsProps = Retention & { onChanged: (hold: Hold, words: string) => void }

function Holds({ holds, jobs, onChanged }: HoldsProps) {
  const me = useMe()
  const [isProposing, setProposing] = useState(false)
  return (
    <section className="mt6" aria-labelledby="holds">
      <h2 className="mb4" id="holds">
        <Trans>Holds</Trans>
      </h2>
      <p className="mb4">
        <Trans>
          While a hold is in force, nothing of its recruitment is deleted. Two officers agree on a hold and on
          lifting it.
        </Trans>
      </p>
      {me.rights.includes('retention.hold') && (
        <p className="btn-row mb4">
          <button className="btn btn-small" type="button" onClick={() => setProposing(true)}>
            <Trans>Propose a hold</Trans>
          </button>
        </p>
      )}
      {holds.length === 0 && (
        <p className="empty small">
          <Trans>No recruitment was held.</Trans>
        </p>
      )}
      {holds.map((hold) => (
        <HoldCard key={hold.id} hold={hold} onChanged={onChanged} />
      ))}
      {isProposing && (
        <ProposeHold
          jobs={jobs}
          onClose={() => setProposing(false)}
          onProposed={(hold) => {
            setProposing(false)
            onChanged(hold, t`Proposed. A second officer must agree.`)
          }}
        />
      )}
    </section>
  )
}

const Periods = ({ periods }: Retention) => (
  <section className="mt6" aria-labelledby="periods">
    <h2 className="mb4" id="periods">
      <Trans>Periods</Trans>
    </h2>
    <p className="mb4">
      <Trans>These are settings of the portal. A lawyer has still to read the sections.</Trans>
    </p>
    <PeriodTable periods={periods} />
  </section>
)

/** For officers: what is deleted when, and the holds that stop it. */
export default function RetentionPage({ loaderData }: Route.ComponentProps) {
  const [message, setMessage] = useState<ActionResult>()
  const { revalidate } = useRevalidator()
  // If loading again fails, the data that was loaded last stays on the page.
  const [retention] = useLatestData(loaderData.retention)
  const reload = useReload(loaderData.retention.error)
  // A very busy portal does not answer the calls of this page. Then this is the sentence that says so.
  const paused = pausedWords(loaderData.retention.error)
  const showResult = (_hold: Hold, words: string) => {
    setMessage({ words })
    // A new or lifted hold also changes the dates of the first table.
    void revalidate()
  }
  return (
    <>
      <h1>{t`Retention`}</h1>
      <p className="mt2 mb5">
        <Trans>
          Each kind of data has a time after which the portal deletes it. Here you see what goes next. Two
          officers can hold a recruitment that a court or an auditor needs.
        </Trans>
      </p>
      <ResultMessage result={message} reloadedData={retention} className="mb5" />
      {paused && <PagePaused words={paused} onRetry={reload} />}
      {!paused && !loaderData.retention.data && <LoadFailed subject={t`The page`} onRetry={reload} />}
      {retention && (
        <>
          <Going {...retention} />
          <UndecidedJobs {...retention} />
          <Holds {...retention} onChanged={showResult} />
          <Periods {...retention} />
        </>
      )}
    </>
  )
}
