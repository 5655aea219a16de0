import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { Address } from './address.ts'
import { TYPING_MS } from './filter-chips.tsx'

export const SEARCH = 'search-applications'

type SearchProps = {
  address: Address
  blind: boolean
  onSearch: (words: string, how?: { replace?: boolean }) => void
}

/** With fewer characters, a search needs Enter, because too many names begin with them. */
const FEWEST_CHARACTERS = 3

/** The typed search: applied when typing pauses, replaced when the address has another. */
function useTypedSearch(applied: string, onSearch: SearchProps['onSearch']) {
  const [typed, setTyped] = useState(applied)
  const [from, setFrom] = useState(applied)
  // Another address has another search. The field stays the same element, and keeps the focus.
  if (from !== applied) {
    setFrom(applied)
    setTyped(applied)
  }
  const send = (how?: { replace?: boolean }) => {
    // This search is not another address: characters typed meanwhile stay.
    setFrom(typed.trim())
    onSearch(typed.trim(), how)
  }
  const latest = useRef(send)
  useLayoutEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === applied || (wanted !== '' && wanted.length < FEWEST_CHARACTERS)) return
    const timer = setTimeout(() => latest.current({ replace: applied !== '' }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, applied])
  return { typed, setTyped, send }
}

/** The search; it is applied while someone types. */
export function Search({ address, blind, onSearch }: SearchProps) {
  const { typed, setTyped, send } = useTypedSearch(address.filter.search ?? '', onSearch)
  const words = blind ? 'Reference' : 'Name, ID or reference'
  return (
    <Form
      role="search"
      className="rv-search"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className="sr-only" htmlFor={SEARCH}>
        {words}
      </label>
      <input
        className="input"
        id={SEARCH}
        name="search"
        type="search"
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={`${words}  /`}
        title={
          blind
            ? 'While identities are hidden, a search by name or ID number finds only applications whose decision list has taken effect'
            : undefined
        }
      />
    </Form>
  )
}
