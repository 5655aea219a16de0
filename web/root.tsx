import { t } from '@lingui/core/macro'
import { type ReactNode, useContext, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { sheetUrl, styles } from 'virtual:public-css'
import { earlyScripts } from 'virtual:starter'
import type { Route } from './+types/root'
import { callContext } from './call.ts'
import { restoreTyped } from './layout/typed-words.ts'
import { Nonce } from './nonce.ts'
import { useOnTheWay } from './on-the-way.ts'
import { PROGRAM_RUNS, startsAtOnce } from './starter/program.ts'

export const loader = async ({ context }: Route.LoaderArgs) => context.get(callContext)('GET /api/site/')

// The data about the operator of the portal does not change during a visit, so it is loaded once.
export const shouldRevalidate = () => false

/** A style for browsers without script. It shows the filters, and hides what needs script. */
const WITHOUT_SCRIPT = '.filter-fold .filters{display:grid}.filter-fold>.btn,.needs-js{display:none}'

/** In the browser, whether the first page came with a link to the style sheet. */
const PAGE_LINKS_SHEET = !import.meta.env.SSR && document.querySelector(`[href="${sheetUrl}"]`) !== null

/**
 * A public page contains its styles, which saves a request. A page whose program starts at once, such as the
 * dashboard, links to the same style sheet.
 */
function PublicStyles() {
  const nonce = useContext(Nonce)
  const { pathname } = useLocation()
  // The browser draws the same styles that the server drew, whatever page opens later.
  const isLinked = import.meta.env.SSR ? startsAtOnce(pathname) : PAGE_LINKS_SHEET
  return isLinked ? (
    <link rel="stylesheet" href={sheetUrl} />
  ) : (
    <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(Nonce)
  return (
    <html lang={import.meta.env.VITE_LANGUAGE === 'sw' ? 'sw-KE' : 'en-KE'}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="theme-color" content="#fcfbf7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15131b" media="(prefers-color-scheme: dark)" />
        {/* The font loads with the page. If it came later, it would not be used until the next page. */}
        <link rel="preload" href="/fonts/besley.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link
          rel="preload"
          href="/fonts/atkinson.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/portal.webmanifest" />
        <link rel="alternate" type="application/atom+xml" title={t`Open jobs`} href="/jobs/feed.atom" />
        <Meta />
        {/* This sheet comes before those of single pages, because it sets the order of the CSS layers. In
            development, Vite adds it. */}
        {import.meta.env.PROD && <PublicStyles />}
        <Links />
        {/* In the browser this is empty, because React leaves the server's scripts as they are. */}
        <script nonce={nonce} suppressHydrationWarning>
          {earlyScripts}
        </script>
        <noscript>
          <style nonce={nonce}>{WITHOUT_SCRIPT}</style>
        </noscript>
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useOnTheWay()
  useEffect(() => {
    // `restoreTyped` fills in what was typed before a change of language. It waits until the effect is over:
    // inside it React draws nothing, so each change of a field would undo the one before.
    queueMicrotask(() => {
      restoreTyped()
      // From here on, the starter hands over the presses that it held back.
      document.dispatchEvent(new Event(PROGRAM_RUNS))
    })
  }, [])
  return <Outlet />
}
