import { useState } from 'react'
import { PUBLISHED_STATUSES, type NameBasis } from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { JobHead, JobUnread } from '../staff-ui/job-head.tsx'
import { Loading } from '../staff-ui/loading.tsx'
import { useQuery } from '../staff-ui/use-query.ts'
import { PublishedListSheet } from './published-list-sheet.tsx'
import { PublishedListTools } from './published-list-tools.tsx'
import type { Route } from './+types/published-list-page'
import '../staff-ui/jobs.css'
import './exports.css'
import './notice.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Published list', index: false })

const code = (written: string | null) => (written && /^\d{1,9}$/.test(written) ? written : '')

function Shown({ job }: { job: number }) {
  const [query, setQuery] = useQuery()
  const status = PUBLISHED_STATUSES.find((entry) => entry === query.get('status')) ?? 'Shortlisted'
  const which = { status, county: code(query.get('county')), constituency: code(query.get('constituency')) }
  const key = `${job} ${Object.values(which).join(' ')}`
  const [named, setNamed] = useState<{ key: string; notice: PublishedList; basis: NameBasis }>()
  const answer = useAnswer(key, () =>
    call('GET /api/staff/jobs/{id}/published-list/', { params: { id: job }, query: which }),
  )
  const choose = (next: Partial<typeof which>) => {
    const all = { ...which, ...next }
    setQuery(Object.fromEntries(Object.entries(all).filter(([, value]) => value)))
  }
  if (answer.state === 'failed') {
    return (
      <JobUnread
        error={answer.error}
        what="The published list could not be read."
        again={answer.again}
        page={{ id: job, here: 'published-list', title: 'Published list' }}
      />
    )
  }
  const withNames = named?.key === key ? named : undefined
  const notice = withNames?.notice ?? (answer.state === 'here' ? answer.data : undefined)
  return (
    <>
      <div className="no-print">
        <JobHead id={job} here="published-list" job={notice?.job} />
        <PublishedListTools
          key={key}
          notice={notice}
          which={which}
          named={withNames !== undefined}
          onChoose={choose}
          onNames={async (basis, reason) => {
            const params = { id: job }
            const body = { ...which, ...(basis ? { basis } : {}), reason }
            const shown = await call('POST /api/staff/jobs/{id}/published-list/names/', { params, body })
            if (basis) setNamed({ key, basis, notice: shown })
          }}
          onReferences={() => setNamed(undefined)}
        />
      </div>
      {!notice ? (
        <Loading />
      ) : notice.too_many ? (
        <p className="callout is-amber">
          {notice.count.toLocaleString('en')} are too many for one list. Choose a county or a constituency,
          and print one for each.
        </p>
      ) : notice.lines.length === 0 ? (
        <p className="empty">
          No one is {status === 'Hired' ? 'hired' : 'shortlisted'} yet. The published list shows people only
          after their decision list is approved and in effect.
        </p>
      ) : (
        <PublishedListSheet
          notice={notice}
          constituency={which.constituency}
          county={which.county}
          basis={withNames?.basis}
        />
      )}
    </>
  )
}

/**
 * A list for the notice board: references of applicants whose list has taken effect. Names only where a law
 * lets them be shown.
 */
export default function PublishedListPage({ params }: Route.ComponentProps) {
  return <Shown key={params.id} job={Number(params.id)} />
}
