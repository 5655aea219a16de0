import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'
import { REFUSAL_WORDS } from '#contract/job-applications/sending-words.ts'
import { SUBMIT_WORDS } from '#contract/job-applications/words.ts'
import { PAGE_PAUSED } from '#contract/last-hour/brownout-words.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { address } from '../api.ts'
import { type CallFailed, isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { loadChunk } from '../load-chunk.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { clearChosenJob, fixJob } from '../session/chosen-job.ts'
import { redirectFrom } from '../redirect-from.ts'
import { OpeningYourPages, LoggedIn, loggedIn } from '../session/guard.tsx'
import { currentSession, personOf, useSession } from '../session/session.ts'
import { isBusy } from '../busy.ts'
import type { Route } from './+types/apply-page'
import type { Over } from './application-state.ts'
import { type Found, openApplication } from './open-application.ts'
import { depthOf } from './use-steps.ts'

// The code of the form, once its load has begun.
let wizard: Promise<{ default: typeof import('./wizard.tsx').Wizard }> | undefined
const loadWizard = () =>
  (wizard ??= loadChunk(() =>
    import('./wizard.tsx').then(({ Wizard: component }) => ({ default: component })),
  ))
const Wizard = lazy(loadWizard)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: t`Apply`, index: false })

/**
 * The keys of the applications that this tab has opened. Their steps are entries of the history, and moving
 * between the steps loads nothing.
 */
const openedHere = new Set<string>()
/** The key of one person's application for one job. */
const keyOf = (id: number | string | null, account: string) => `${id} ${account}`

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { email: account } = await loggedIn(request)
  const job = new URL(request.url).searchParams.get('job')
  // The job of this tab: from the address, or chosen earlier. Another tab never changes it (W16).
  const id = fixJob(job)
  // Without a job in the address, the job of this tab opens. If there is none, the list opens (S2 §4).
  if (job === null) return redirectFrom(request, id === undefined ? paths.jobs : paths.apply(id))
  if (id === undefined) return undefined
  const key = keyOf(id, account)
  // The code of the form loads at the same time as its data. If it fails, `lazy` reports that.
  loadWizard().catch(() => {})
  const found = await loaded(openApplication(id, account))
  if (found.data?.is === 'started') openedHere.add(key)
  else openedHere.delete(key)
  return { id, account, found }
}

export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search ||
  !openedHere.has(keyOf(nextUrl.searchParams.get('job'), personOf(currentSession())))

export function HydrateFallback() {
  return <OpeningYourPages />
}

export default function ApplyPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoggedIn>
      {loaderData ? (
        <Application key={keyOf(loaderData.id, loaderData.account)} {...loaderData} />
      ) : (
        <WhichJob />
      )}
    </LoggedIn>
  )
}

const WhichJob = () => (
  <div className="wrap page">
    <h1>
      <Trans>Which job?</Trans>
    </h1>
    <p className="lead mt2">{translate(JOB_WORDS.invalid)}</p>
    <p className="mt5">
      <Link className="btn" to={paths.jobs}>
        <Trans>Browse Jobs</Trans>
      </Link>
    </p>
  </div>
)

type Props = { id: number; account: string; found: Loaded<Found> }

/** How long to ask whether the page of a job exists. On a dead connection, a browser waits for minutes. */
const PAGE_PATIENCE_MS = 5_000

/** Whether the page of a job exists. It has none once the job is archived. */
function hasPage(id: number): Promise<boolean> {
  const ending = new AbortController()
  setTimeout(() => ending.abort(), PAGE_PATIENCE_MS)
  // The browser may have stored the job before it was archived, so its cache is not used.
  const asking = { cache: 'reload', signal: ending.signal } as const
  return fetch(address('GET /api/jobs/{id}/', { params: { id } }), asking).then(
    ({ status }) => status !== 404,
    () => true,
  )
}

/** Leaves the form if its application is not open any more, or was never started. */
function useLeaveUnlessStarted(id: number, is: Over | 'not started' | 'started' | undefined) {
  const navigate = useNavigate()
  // How many steps of the form come before the open one in the history of the browser.
  const depth = depthOf(useLocation().state)
  useEffect(() => {
    if (is === undefined || is === 'started') return
    // Goes back over all steps at once, so that Back never leads into a closed form. After that, this effect
    // runs again with a depth of 0.
    if (depth > 0) return void navigate(-depth)
    // Forgets a job that can no longer be applied for (W16, W24).
    if (is !== 'not started') clearChosenJob()
    const toDashboard = (message: string) =>
      void navigate(paths.dashboard, { replace: true, state: { message, job: id } })
    if (is === 'completed') return toDashboard(JOB_WORDS.alreadySubmitted)
    const toJob = () => void navigate(paths.job(id), { replace: true })
    if (is === 'not started') return toJob()
    let isHere = true
    void hasPage(id).then((exists) => {
      if (!isHere) return
      if (exists) toJob()
      else toDashboard(REFUSAL_WORDS.jobClosed)
    })
    return () => {
      isHere = false
    }
  }, [is, id, depth, navigate])
}

function Application({ id, account, found: { data, error } }: Props) {
  const reload = useReload(error)
  const person = personOf(useSession())
  // If another person has logged in, in another tab, the page loads that person's application.
  useEffect(() => {
    if (person !== '' && person !== account) reload()
  }, [person, account, reload])
  const [over, setOver] = useState<Over>()
  const refusal = isCallFailed(error) ? error : undefined
  const isJobClosed = refusal?.status === 404 || refusal?.body.code === 'job_closed'
  const is = over ?? (isJobClosed ? 'closed' : data?.is)
  useLeaveUnlessStarted(id, is)

  if (error !== undefined && !isJobClosed) return <NotOpened id={id} error={refusal} onAgain={reload} />
  if (data?.is !== 'started' || is !== 'started' || person !== account) return <Opening />
  return (
    <Suspense fallback={<Opening />}>
      <Wizard opened={data.opened} account={account} onOver={setOver} />
    </Suspense>
  )
}

/** If the check for an earlier application fails, it has its own message (S2 §8). */
const whyNotOpened = (error: CallFailed | undefined) =>
  error?.body.message === SUBMIT_WORDS.checkFailed ? SUBMIT_WORDS.checkFailed : JOB_WORDS.startFailed

const NotOpened = ({
  id,
  error,
  onAgain,
}: {
  id: number
  error: CallFailed | undefined
  onAgain: () => void
}) => (
  <div className="wrap page">
    <h1>
      <Trans>Apply</Trans>
    </h1>
    <p className={isBusy(error) ? 'callout mt5' : 'callout is-red mt5'} role="alert">
      {translate(isBusy(error) ? PAGE_PAUSED : whyNotOpened(error))}
    </p>
    <p className="btn-row mt5">
      <button className="btn" type="button" onClick={onAgain}>
        <Trans>Try again</Trans>
      </button>
      <Link className="btn btn-2" to={paths.job(id)}>
        <Trans>Back to the job</Trans>
      </Link>
    </p>
  </div>
)

const Opening = () => (
  <div className="wrap page guard" role="status">
    <h1 className="heading-small quiet">
      <Trans>Opening your application</Trans>
    </h1>
    <div className="ghost" />
    <div className="ghost" />
  </div>
)
