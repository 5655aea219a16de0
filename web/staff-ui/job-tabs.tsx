import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
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
  const row = useRef<HTMLElement>(null)
  // On a phone, the row of tabs is wider than the screen. Only this row is scrolled to the chosen tab, not
  // the page.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) row.current?.scrollTo({ left: tab.offsetLeft - (row.current.clientWidth - tab.clientWidth) / 2 })
  }, [currentTab])
  // A page that could not load has no tabs. Then the pressed tab goes, and the focus moves to that page.
  useLayoutEffect(() => {
    const tabs = row.current
    return () => {
      if (tabs?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  const openTabs = TABS.filter(([, , addressOf]) => isLinked(addressOf(jobId), rights))
  if (openTabs.length < 2) return null
  return (
    <nav className="st-tabs st-job-tabs" aria-label={t`This job`} ref={row}>
      {openTabs.map(([tab, words, addressOf]) => (
        <Link key={tab} to={addressOf(jobId)} aria-current={tab === currentTab ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  )
}
