import { useState } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { REFERENCE_LIST_WORDS } from '#contract/reference-data/words.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { Areas, Centres, Levels, Types } from './lists.tsx'
import { type Chosen, Places } from './places.tsx'
import { loadPlaces } from './use-places.ts'
import type { Route } from './+types/reference-data-page'
import './reference-data.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Reference data`, index: false })

/** The address, words and component of each tab. Places have no component here: they need more data. */
const TABS = [
  ['levels', REFERENCE_LIST_WORDS.levels, Levels],
  ['centres', REFERENCE_LIST_WORDS.centres, Centres],
  ['areas', REFERENCE_LIST_WORDS.areas, Areas],
  ['types', REFERENCE_LIST_WORDS.types, Types],
  ['places', t`Counties and wards`, undefined],
] as const

const chosenIn = (query: URLSearchParams): Chosen => ({
  county: query.get('county') ?? '',
  constituency: query.get('constituency') ?? '',
})

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { county, constituency } = chosenIn(new URL(request.url).searchParams)
  const [constituencies, wards] = await Promise.all([
    loaded(loadPlaces('county', county)),
    loaded(loadPlaces('constituency', constituency)),
  ])
  return { constituencies, wards }
}

/** When a tab opens, its list is loaded already. Only the places in a county or constituency load then. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  const shown = chosenIn(currentUrl.searchParams)
  const wanted = chosenIn(nextUrl.searchParams)
  if (shown.county !== wanted.county || shown.constituency !== wanted.constituency) return true
  // The same address is opened again, for example after an action.
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

const Tabs = ({ shown, onTabClick }: { shown: string; onTabClick: () => void }) => (
  <nav className="st-tabs st-lists" aria-label={t`Lists`}>
    {TABS.map(([name, words]) => (
      <Link
        key={name}
        to={`${staffPaths.referenceData}?list=${name}`}
        aria-current={name === shown ? 'page' : undefined}
        onClick={onTabClick}
        preventScrollReset
      >
        {words}
      </Link>
    ))}
  </nav>
)

/**
 * The lists that jobs and forms choose from. Nothing is deleted: an entry is switched off, and old
 * applications keep it.
 */
export default function ReferenceDataPage({ loaderData, matches }: Route.ComponentProps) {
  // The fourth matched route is the one around this page. The order is root, frame, shell, then that route.
  const { lists: loadedLists } = matches[3].loaderData
  const [query] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<ActionResult>()
  // The lists as they were loaded last, or as a save returned them since.
  const [lists, setLists] = useLatestData(loadedLists)
  const { constituencies, wards } = loaderData
  const reload = useReload(loadedLists.error ?? constituencies.error ?? wards.error)
  // If the address names no known tab, the first one is open. `List` is undefined for the places.
  const [tab, , List] = TABS.find(([name]) => name === query.get('list')) ?? TABS[0]
  return (
    <>
      <h1>
        <Trans>Reference data</Trans>
      </h1>
      <p className="mt2 mb4">
        <Trans>
          These are the choices in jobs and forms. A change is public at once. It does not change existing
          applications.
        </Trans>
      </p>
      <Tabs shown={tab} onTabClick={() => setResult(undefined)} />
      <ResultMessage result={result} />
      {!lists && <LoadFailed subject={t`Reference data`} onRetry={reload} />}
      {lists && List && (
        <List
          key={tab}
          lists={lists}
          onLists={(changed) => {
            setLists(changed)
            setResult({ words: t`Saved, and public.` })
          }}
        />
      )}
      {lists && !List && (
        <Places
          counties={lists.counties}
          constituencies={constituencies}
          wards={wards}
          chosen={chosenIn(query)}
          onReload={reload}
          onRenamed={(words) => {
            setResult({ words })
            void revalidate()
          }}
        />
      )}
    </>
  )
}
