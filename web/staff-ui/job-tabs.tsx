import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '@lingui/core/macro'
import { staffPaths } from '../staff-paths.ts'
import { isLinked, type JobTab } from './page-rights.ts'
import { useMe } from './shell.tsx'

const TABS: readonly (readonly [tab: JobTab, words: string, addressOf: (jobId: number) => string])[] = [
  ['job', t`Job`, staffPaths.job],
  ['applications', t`Applications`, staffPaths.applications],
  ['shares', t`Sharing`, staffPaths.shares],
  ['decisions', t`Decisions`, staffPaths.decisions],
  ['messages', t`Messages`, staffPaths.messages],
  ['reports', t`Reports`, staffPaths.reports],
  ['exports', t`Exports`, staffPaths.exports],
  ['published-list', t`Published list`, staffPaths.publishedList],
]

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
  const openTabs = TABS.filter(([, , addressOf]) => isLinked(addressOf(jobId), rights))
  if (openTabs.length < 2) return null
  return (
    <nav className="st-tabs st-job-tabs" aria-label={t`This job`}>
      {openTabs.map(([tab, words, addressOf]) => (
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
