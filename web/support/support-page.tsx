import { useState } from 'react'
import { useNavigate, useOutlet } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { FoundPeople } from './found-people.tsx'
import { type SearchResult, SearchForm } from './search-form.tsx'
import type { Route } from './+types/support-page'
import './support.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Support`, index: false })

/**
 * The page where officers help one person. They find the person by an exact value, and can never browse all
 * people.
 */
export default function SupportPage() {
  const navigate = useNavigate()
  // Null until the officer opens a person.
  const personPage = useOutlet(useMe())
  const [result, setResult] = useState<SearchResult>()
  const showResult = (found: SearchResult) => {
    // If the search has found one person, their page opens at once.
    const [firstPerson, ...others] = found.people
    setResult(found)
    void navigate(
      firstPerson && others.length === 0 ? staffPaths.helped(firstPerson.handle) : staffPaths.support,
    )
  }
  return (
    <>
      <h1>
        <Trans>Support</Trans>
      </h1>
      <p className="mt2 mb5">
        <Trans>
          No one here can see a password, an answer or a code, or log in as someone else. The log records
          every search and every person that you open.
        </Trans>
      </p>
      <SearchForm onFound={showResult} />
      <div className="mt6">
        {personPage ?? <div role="status">{result && <FoundPeople result={result} />}</div>}
      </div>
    </>
  )
}
