import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { t } from '@lingui/core/macro'
import type { Address } from './address.ts'
import { TYPING_PAUSE_MS } from './filter-chips.tsx'

export const SEARCH_FIELD_ID = 'search-applications'

type SearchProps = {
  address: Address
  blind: boolean
  onSearch: (words: string, options?: { replace?: boolean }) => void
}

/** A search of fewer characters starts only with Enter, because too many names have such a beginning. */
const MIN_CHARACTERS = 3
/** The longest search that the server takes. */
const MAX_CHARACTERS = 100

/**
 * The text of the search field, which is applied when typing pauses. If the address gets another search, that
 * search replaces the text.
 */
function useTypedSearch(applied: string, onSearch: SearchProps['onSearch']) {
  const [typed, setTyped] = useState(applied)
  const [knownSearch, setKnownSearch] = useState(applied)
  // If the address gets a search that was not typed in this field, the field shows it, and keeps the focus.
  if (knownSearch !== applied) {
    setKnownSearch(applied)
    setTyped(applied)
  }
  const apply = (options?: { replace?: boolean }) => {
    // This search was typed in the field, so characters that were typed since then stay.
    setKnownSearch(typed.trim())
    onSearch(typed.trim(), options)
  }
  // The timer calls `apply` later, so it must use the address and the text of that time.
  const latestApply = useRef(apply)
  useLayoutEffect(() => {
    latestApply.current = apply
  })
  useEffect(() => {
    const search = typed.trim()
    if (search === applied || (search !== '' && search.length < MIN_CHARACTERS)) return
    // A search replaces an earlier search in the browser's history, so that Back leads out of the search.
    const timer = setTimeout(() => latestApply.current({ replace: applied !== '' }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, applied])
  return { typed, setTyped, apply }
}

/** The search field of the table. */
export function Search({ address, blind, onSearch }: SearchProps) {
  const { typed, setTyped, apply } = useTypedSearch(address.filter.search ?? '', onSearch)
  const words = blind ? t`Reference` : t`Name, ID or reference`
  return (
    <Form
      role="search"
      className="review-search"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label className="sr-only" htmlFor={SEARCH_FIELD_ID}>
        {words}
      </label>
      <input
        className="input"
        id={SEARCH_FIELD_ID}
        name="search"
        type="search"
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // The slash is the key that moves the focus here.
        placeholder={`${words}  /`}
        title={
          blind
            ? t`While identities are hidden, a search by name or ID number finds only applications whose decision list has taken effect`
            : undefined
        }
      />
    </Form>
  )
}
