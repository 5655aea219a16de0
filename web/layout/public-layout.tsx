import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { AskForHelp } from '../assistant/ask.tsx'
import { loadChunk } from '../load-chunk.ts'
import { useOnline } from '../offline.ts'
import { isWizard, paths } from '../paths.ts'
import { OLD_PAGE_WORDS } from '../starter/old-page.ts'
import { startSession, useSession } from '../session/session.ts'
import { Footer, SlimFooter } from './footer.tsx'
import { Masthead } from './masthead.tsx'
import { PageTop } from './page-top.tsx'
import { Pending } from './pending.tsx'

// The code of the page for a wrong address is loaded only when it is needed, because most visits never show
// it.
export const NotFound = lazy(() =>
  loadChunk(() => import('../ui/not-found.tsx')).then((module) => ({ default: module.NotFound })),
)
/** Loads the part that warns a logged-in person before the session ends. */
const SessionWatch = lazy(() => loadChunk(() => import('../session/session-watch.tsx')))

/** The organisation that runs this portal, and other facts of the site, from the root loader. */
export const useSite = () => useRouteLoaderData<Reply<'GET /api/site/'>>('root')

const offlineWords = (path: string, isLoggedIn: boolean) => {
  if (isWizard(path))
    return t`You are offline. Keep writing: it is saved on this device, and goes to the server when the network is back.`
  if (isLoggedIn)
    return t`You are offline. You stay logged in, and this page works again when the network is back.`
  return OLD_PAGE_WORDS
}

/** The pages that only a logged-in person uses: the dashboard and the application form. */
const OWN_PAGES = /^\/(?:dashboard|apply)\b/

function Frame({ children }: { children: React.ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const site = useSite()
  const isOnline = useOnline()
  const isOffline = !isOnline || (session.state === 'in' && session.offline)
  useEffect(startSession, [])
  return (
    <>
      <PageTop />
      <Pending />
      {site && <Masthead site={site} session={session} />}
      {isOffline && (
        <p className="offline" role="status">
          <span className="wrap">{offlineWords(pathname, session.state === 'in')}</span>
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <AskForHelp />
      {site && (OWN_PAGES.test(pathname) ? <SlimFooter /> : <Footer organisation={site.organisation} />)}
      {session.state === 'in' && (
        <Suspense fallback={null}>
          <SessionWatch session={session} />
        </Suspense>
      )}
    </>
  )
}

/** The frame of every page except those of officers: masthead, footer, help, and the watch of the session. */
export default function PublicLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

// An error page is drawn inside this layout, so that it keeps the head of the page and its security policy.
export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Frame>
        <Suspense fallback={null}>
          <NotFound />
        </Suspense>
      </Frame>
    )
  }
  return (
    <Frame>
      <PageFailed />
    </Frame>
  )
}

function PageFailed() {
  // Changes the title that is there, which is that of the failed page. A second title element would be
  // invalid HTML.
  useEffect(() => {
    document.title = t`Something went wrong`
  }, [])
  return (
    <div className="wrap page">
      <h1>
        <Trans>This page could not be opened</Trans>
      </h1>
      <p className="lead mt2">
        <Trans>What you have saved is safe. The network may have been lost for a moment.</Trans>
      </p>
      <p className="btn-row mt5">
        <a className="btn" href="">
          <Trans>Try again</Trans>
        </a>
        <Link className="btn btn-2" to={paths.home}>
          <Trans>Go to Homepage</Trans>
        </Link>
      </p>
    </div>
  )
}
