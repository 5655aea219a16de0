import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { REFERENCE_LIST_WORDS } from '#contract/reference-data/words.ts'
import type { ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { Areas, Centres, Levels, Types } from './lists.tsx'
import { Places } from './places.tsx'
import type { Route } from './+types/reference-data-page'
import './lookups.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reference data', index: false })

const TABS = [
  ['levels', REFERENCE_LIST_WORDS.levels, Levels],
  ['centres', REFERENCE_LIST_WORDS.centres, Centres],
  ['areas', REFERENCE_LIST_WORDS.areas, Areas],
  ['types', REFERENCE_LIST_WORDS.types, Types],
  ['places', 'Counties and wards', undefined],
] as const

/**
 * The lists that jobs and forms choose from. Nothing is deleted: an entry is switched off, and old
 * applications keep it.
 */
export default function ReferenceDataPage() {
  const [query] = useSearchParams()
  const [round, setRound] = useState(0)
  const [latest, setLatest] = useState<ReferenceData>()
  const [said, setSaid] = useState<ResultWords>()
  const answer = useAnswer(round, () => call('GET /api/staff/reference-data/'))
  const [tab, , List] = TABS.find(([name]) => name === query.get('list')) ?? TABS[0]
  const lists = latest ?? (answer.state === 'here' ? answer.data : undefined)
  const saved = (changed: ReferenceData | undefined, words: string) => {
    setLatest(changed)
    setSaid({ words })
    if (!changed) setRound(round + 1)
  }
  return (
    <>
      <h1>Reference data</h1>
      <p className="mt2 mb4">
        The choices in jobs and forms. A change is public at once; existing applications are not affected.
      </p>
      <nav className="st-tabs st-lists" aria-label="Lists">
        {TABS.map(([name, words]) => (
          <Link
            key={name}
            to={`${paths.staffReferenceData}?list=${name}`}
            aria-current={name === tab ? 'page' : undefined}
            onClick={() => setSaid(undefined)}
            preventScrollReset
          >
            {words}
          </Link>
        ))}
      </nav>
      <ResultMessage said={said} />
      {answer.state === 'failed' && !lists && <Unread what="Reference data" again={answer.again} />}
      {answer.state === 'waiting' && !lists && <Loading />}
      {lists && List && (
        <List key={tab} lists={lists} onLists={(changed) => saved(changed, 'Saved, and public.')} />
      )}
      {lists && !List && (
        <Places
          counties={lists.counties}
          county={query.get('county') ?? ''}
          constituency={query.get('constituency') ?? ''}
          onRenamed={(words) => saved(undefined, words)}
        />
      )}
    </>
  )
}
