import { type Ref, useMemo, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { t } from '@lingui/core/macro'
import { shortMoment } from '#contract/dates.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { JobHeadSlot, type ShownHead } from './job-head-slot.ts'
import { JobTabs } from './job-tabs.tsx'
import { useKnownJob } from './known-job.ts'
import { tabAt } from './page-rights.ts'
import { useMe } from './shell.tsx'

/** `ref`: gets the element to which the page adds its own part of the head. */
function Head({ head, ref }: { head: ShownHead; ref: Ref<HTMLDivElement> }) {
  const known = useKnownJob(head.id, head.job)
  const ghost = head.fallbackTitle ?? <span className="ghost" />
  return (
    <div className={`st-head ${head.className ?? 'st-job-head'}`} ref={ref}>
      <div>
        <h1>{known ? <JobTitle title={known.title} /> : ghost}</h1>
        <p className="tiny quiet">
          <span className="ref">{known?.reference}</span>
          {known?.expiry_date && ` · ${t`closes ${shortMoment(known.expiry_date)}`}`}
          {head.note}
        </p>
      </div>
    </div>
  )
}

/**
 * The layout of all pages of a job: the job, and links to its other pages. It stays while the next page
 * loads. The page says by `JobHead` which job it shows. Without that, such as for a job that does not exist,
 * the layout shows only the page.
 */
export default function JobLayout() {
  const me = useMe()
  const { pathname } = useLocation()
  const [head, showHead] = useState<ShownHead>()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const slot = useMemo(() => ({ showHead, element }), [element])
  const currentTab = tabAt(pathname)
  return (
    <JobHeadSlot value={slot}>
      {head && <Head head={head} ref={setElement} />}
      {head && currentTab && <JobTabs jobId={head.id} currentTab={currentTab} />}
      <Outlet context={me} />
    </JobHeadSlot>
  )
}
