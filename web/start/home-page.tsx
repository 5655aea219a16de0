import { Link } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Now } from '../reports/now.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { Attention } from './attention.tsx'
import { Counties, Jobs, Shares } from './jobs.tsx'
import { Waiting } from './waiting.tsx'
import type { Route } from './+types/home-page'
import './start.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: t`Staff`, index: false })

export const clientLoader = async () => ({ start: await loaded(call('GET /api/staff/start/')) })

/** `to_decide`: what waits for this officer's decision; null for a role that decides nothing. */
const StartSections = ({ me, start }: { me: StaffMember; start: StartPage }) => (
  <>
    <Attention start={start} />
    <div className={start.counties?.length ? 'start-page is-two' : 'start-page'}>
      <div>
        {start.to_decide && (
          <Waiting
            id="decide"
            heading={t`Waits for your decision`}
            list={start.to_decide}
            empty={t`Nothing waits for your decision.`}
          />
        )}
        <Shares shares={start.shares} />
        <Waiting id="own" heading={t`Yours, not finished`} list={start.own} />
        <Jobs jobs={start.jobs} mayRead={me.rights.includes('applications.read')} />
      </div>
      {start.counties && <Counties counties={start.counties} />}
    </div>
  </>
)

const areasOf = ({ areas }: StaffMember) => {
  const count = areas.counties.length + areas.constituencies.length
  if (count === 0) return t`The whole country`
  return plural(count, { one: 'Your one area', other: 'Your # areas' })
}

const SessionFacts = ({ me }: { me: StaffMember }) => (
  <p className="tiny quiet start-foot">
    {ROLE_WORDS[me.role].name}. {ROLE_WORDS[me.role].may}. <span className="nowrap">{areasOf(me)}</span>.{' '}
    <Trans>
      This session ends {longDeadline(me.expires_at)}. Everything you do here is recorded in a log that cannot
      be changed. Its digest is public: <Link to={paths.transparency}>how this is checked</Link>.
    </Trans>
  </p>
)

/**
 * The first page after an officer's login: their jobs, what waits for their decision, and shares from other
 * officers.
 */
export default function StaffHomePage({ loaderData: { start } }: Route.ComponentProps) {
  const me = useMe()
  const reload = useReload(start.error)
  return (
    <>
      <h1>
        <Trans>Start</Trans>
      </h1>
      {start.data ? (
        <StartSections me={me} start={start.data} />
      ) : (
        <LoadFailed subject={t`Your start page`} onRetry={reload} error={start.error} />
      )}
      {/* How busy the portal is. Only roles that read reports see it. */}
      {me.rights.includes('reports.read') && <Now />}
      <SessionFacts me={me} />
    </>
  )
}
