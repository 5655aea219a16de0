import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '@lingui/core/macro'
import type { Right } from '#contract/staff/rights.ts'
import { staffPaths } from '../staff-paths.ts'
import { sharesPath } from './shares-path.ts'
import { useMe } from './shell.tsx'

const TABS = [
  ['job', t`Job`, 'jobs.read', staffPaths.job],
  ['applications', t`Applications`, 'applications.read', staffPaths.applications],
  ['shares', t`Sharing`, 'applications.read', sharesPath],
  ['decisions', t`Decisions`, 'applications.read', staffPaths.decisions],
  ['messages', t`Messages`, 'messages.read', staffPaths.messages],
  ['reports', t`Reports`, 'reports.read', staffPaths.reports],
  ['exports', t`Exports`, 'applications.export', staffPaths.exports],
  ['published-list', t`Published list`, 'applications.export', staffPaths.publishedList],
] as const satisfies (readonly [
  tab: string,
  words: string,
  right: Right,
  address: (jobId: number) => string,
])[]
export type JobTab = (typeof TABS)[number][0]

/** The tabs of a job: links to those of its pages that this officer may open. */
export function JobTabs({ jobId, currentTab }: { jobId: number; currentTab: JobTab }) {
  const { rights } = useMe()
  const currentLink = useRef<HTMLAnchorElement>(null)
  const { state }: { state: { fromTab?: boolean } | null } = useLocation()
  // Each page of a job has tabs of its own, so the pressed tab is gone. The focus is then on the body, or
  // PageTop has moved it to the page.
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (state?.fromTab && isFocusLost) currentLink.current?.focus({ preventScroll: true })
  }, [state])
  // On a phone, the row of tabs is wider than the screen. Only this row is scrolled to the chosen tab, not
  // the page.
  useEffect(() => {
    const tab = currentLink.current
    const row = tab?.parentElement
    if (tab && row) row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2 })
  }, [currentTab])
  const openTabs = TABS.filter(([, , right]) => rights.includes(right))
  if (openTabs.length < 2) return null
  return (
    <nav className="st-tabs st-job-tabs" aria-label={t`This job`}>
      {openTabs.map(([tab, words, , addressOf]) => (
        <Link
          key={tab}
          ref={tab === currentTab ? currentLink : null}
          to={addressOf(jobId)}
          state={{ fromTab: true }}
          aria-current={tab === currentTab ? 'page' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
