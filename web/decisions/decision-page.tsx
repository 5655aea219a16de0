import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { ListActions } from './list-actions.tsx'
import { type Entries, ListEntries } from './list-entries.tsx'
import { ListFacts } from './list-facts.tsx'
import { ListLaw } from './list-law.tsx'
import { ListStateMark } from './list-state.tsx'
import { Balance, Counties } from './list-sums.tsx'
import type { Route } from './+types/decision-page'
import '../staff-ui/jobs.css'
import './decisions.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Decision list`, index: false })

/** The applications load after the list, which names the job. The page is shown before they arrive. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const list = await loaded(call('GET /api/staff/decisions/{id}/', { params: { id: Number(params.id) } }))
  const entries =
    list.data &&
    loaded(
      call('GET /api/staff/jobs/{id}/applications/', {
        params: { id: list.data.job.id },
        query: { list: String(list.data.id) },
      }),
    )
  return { list, entries }
}

/** The email to the applicants, which the contract calls `letter`; null if no email is sent. */
const EmailPreview = ({ email, applied }: { email: DecisionListDetail['letter']; applied: boolean }) => (
  <section className="st-part" aria-labelledby="letter">
    <h2 className="heading-small" id="letter">
      {applied ? t`The email that each applicant got` : t`The email, as it will be`}
    </h2>
    {email ? (
      <div className="st-email">
        <p className="bold any">{email.subject}</p>
        <p className="st-lines any mt2">{email.text}</p>
      </div>
    ) : (
      <p className="empty">
        <Trans>No emails will be sent: the status that applicants see does not change.</Trans>
      </p>
    )}
  </section>
)

/** The email, the people by gender and disability or only the limits for these, and the counties. */
const EmailAndSums = ({ list }: { list: DecisionListDetail }) => (
  <div className="st-second-column">
    {/* A withdrawn or undone list sends no email. */}
    {list.state !== 'withdrawn' && list.state !== 'undone' && (
      <EmailPreview email={list.letter} applied={list.state === 'applied'} />
    )}
    <section className="st-part" aria-labelledby="sums">
      <h2 className="heading-small" id="sums">
        {list.sums ? t`Who they are` : t`The law’s lines`}
      </h2>
      {/* The exact sums are null until the list has taken effect. Until then, only the limits are shown. */}
      {list.sums ? <Balance sums={list.sums} /> : <ListLaw list={list} />}
    </section>
    {list.counties.length > 0 && (
      <section className="st-part" aria-labelledby="counties">
        <h2 className="heading-small" id="counties">
          <Trans>Where they live</Trans>
        </h2>
        <Counties counties={list.counties} total={list.size} />
      </section>
    )}
  </div>
)

const NotLoaded = ({ error, onReload }: { error: unknown; onReload: () => void }) => {
  const isGone = isCallFailed(error) && error.status === 404
  return (
    <div className="callout is-red" role="alert">
      <h1 className="sr-only">
        <Trans>Decision list</Trans>
      </h1>
      <p>
        {isGone
          ? t`There is no such list, or it is not in your areas.`
          : t`The list could not be loaded. You may be offline.`}
      </p>
      {isGone ? (
        <p>
          <Link to={staffPaths.decisions()}>
            <Trans>All decision lists</Trans>
          </Link>
        </p>
      ) : (
        <button className="link" type="button" onClick={onReload}>
          <Trans>Try again</Trans>
        </button>
      )}
    </div>
  )
}

type Props = { loadedList: Loaded<DecisionListDetail>; entries: Promise<Loaded<Entries>> | undefined }

function DecisionPage({ loadedList, entries }: Props) {
  const [list, showList] = useLatestData(loadedList)
  const reload = useReload(loadedList.error)
  if (!list) return <NotLoaded error={loadedList.error} onReload={reload} />
  return (
    <>
      <p className="folio">
        <span>
          <span className="ref">{list.job.reference}</span>{' '}
          <Link to={staffPaths.decisions(list.job.id)}>{list.job.title}</Link>
        </span>
        <ListStateMark state={list.state} />
      </p>
      <div className="st-head">
        <h1 className="any">
          <JobTitle title={list.name} />
        </h1>
      </div>
      <ListActions list={list} onList={showList} onReload={reload} />
      <div className="st-whole">
        <ListFacts list={list} />
        <EmailAndSums list={list} />
        <ListEntries list={list} pendingEntries={entries} />
      </div>
    </>
  )
}

/** One list of decisions: what it does, to whom, who is responsible, and what may be done with it now. */
export default function StaffDecisionPage({ params, loaderData: { list, entries } }: Route.ComponentProps) {
  return <DecisionPage key={params.id} loadedList={list} entries={entries} />
}
