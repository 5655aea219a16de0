import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PUBLISHED_STATUSES, type LegalBasisForNames } from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { useQuery } from '../staff-ui/use-query.ts'
import { PublishedListSheet } from './published-list-sheet.tsx'
import { type PublishedFilter, PublishedListTools } from './published-list-tools.tsx'
import type { Route } from './+types/published-list-page'
import '../staff-ui/jobs.css'
import './exports.css'
import './published-list.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Published list`, index: false })

/** The code of a county or constituency; '' for all, and for a text that is no code. */
const parseCode = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? text : '')

const filterIn = (query: URLSearchParams): PublishedFilter => ({
  status: PUBLISHED_STATUSES.find((entry) => entry === query.get('status')) ?? 'Shortlisted',
  county: parseCode(query.get('county')),
  constituency: parseCode(query.get('constituency')),
})

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const filter = filterIn(new URL(request.url).searchParams)
  const list = call('GET /api/staff/jobs/{id}/published-list/', {
    params: { id: Number(params.id) },
    query: filter,
  })
  return { filter, list: await loaded(list) }
}

/** `basis`: the law that allows the list to show names; undefined for a list without names. */
type ShownListProps = { list: PublishedList; filter: PublishedFilter; basis: LegalBasisForNames | undefined }

function ShownList({ list, filter, basis }: ShownListProps) {
  if (list.too_many)
    return (
      <p className="callout is-amber">
        <Trans>
          {list.count.toLocaleString('en')} applicants are too many for one list. Choose a county or a
          constituency, and print a list for each.
        </Trans>
      </p>
    )
  if (list.lines.length === 0)
    return (
      <p className="empty">
        {filter.status === 'Hired' ? t`No one is hired yet.` : t`No one is shortlisted yet.`}{' '}
        <Trans>
          The published list shows people only after their decision list is approved and in effect.
        </Trans>
      </p>
    )
  return (
    <PublishedListSheet list={list} constituency={filter.constituency} county={filter.county} basis={basis} />
  )
}

/** A list that was loaded with names. `filterKey` names the job and the filter that the list is for. */
type ListWithNames = { filterKey: string; list: PublishedList; basis: LegalBasisForNames }

/**
 * A list for the notice board: references of applicants whose list has taken effect. Names are on it only if
 * a law lets them be shown.
 */
export default function PublishedListPage({ params, loaderData }: Route.ComponentProps) {
  const id = Number(params.id)
  const { list } = loaderData
  const [query, setQuery] = useQuery()
  const filter = filterIn(query)
  const filterKey = `${id} ${Object.values(filter).join(' ')}`
  const [namedList, setNamedList] = useState<ListWithNames>()
  const reload = useReload(list.error)
  // Empty values are left out of the address.
  const choose = (next: Partial<PublishedFilter>) =>
    setQuery(Object.fromEntries(Object.entries({ ...filter, ...next }).filter(([, value]) => value)))
  const showNames = async (basis: LegalBasisForNames | undefined, reason: string) => {
    // If the officer chose no law, the server refuses, and its error is shown at the field.
    const body = { ...filter, ...(basis ? { basis } : {}), reason }
    const shownList = await call('POST /api/staff/jobs/{id}/published-list/names/', { params: { id }, body })
    // Keeps the filter with the names: under another filter, the page shows only references.
    if (basis) setNamedList({ filterKey, basis, list: shownList })
  }
  const currentNames = namedList?.filterKey === filterKey ? namedList : undefined
  const shown = currentNames?.list ?? list.data
  if (!shown)
    return (
      <JobLoadFailed
        error={list.error}
        sentence={t`The published list could not be loaded.`}
        onRetry={reload}
        page={{ id, title: t`Published list` }}
      />
    )
  return (
    <>
      <JobHead id={id} job={shown.job} className="st-job-head no-print" />
      <div className="no-print">
        <PublishedListTools
          key={filterKey}
          list={shown}
          filter={filter}
          hasNames={currentNames !== undefined}
          onFilter={choose}
          onShowNames={showNames}
          onHideNames={() => setNamedList(undefined)}
        />
      </div>
      {/* The words come from the filter of the shown list. While the next list loads, the address already has
          the next filter. Names are shown only with the filter in the address. */}
      <ShownList
        list={shown}
        filter={currentNames ? filter : loaderData.filter}
        basis={currentNames?.basis}
      />
    </>
  )
}
