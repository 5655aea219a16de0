import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FILTERS, type Filter } from './address.ts'
import { Chip } from './chip.tsx'
import type { FilterProps } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Group, groupsOf, sayGroup, withoutGroup } from './filter-groups.ts'

/** How long after the last key the typed text is applied. */
export const TYPING_MS = 500
const TYPED = ['year', 'experience', 'age']

type Asked = Omit<FilterProps, 'onFilter'> & {
  onFilter: (filter: Filter, how?: { replace?: boolean }) => void
}

/** One group in its panel; a choice is applied at once. */
function GroupForm({ group, close, ...given }: Asked & { group: Group; close: () => void }) {
  const [typing, setTyping] = useState<Filter>()
  const filter = typing ?? given.filter
  // All choices made in one panel are one step of the browser history.
  const changed = useRef(false)
  const pending = useRef<Filter>(undefined)
  const show = (next: Filter) => {
    pending.current = undefined
    setTyping(undefined)
    given.onFilter(next, { replace: changed.current })
    changed.current = true
  }
  const choose = (next: Filter) => {
    const isTyped = FILTERS.some((name) => next[name] !== filter[name] && TYPED.includes(name))
    if (!isTyped) return show(next)
    pending.current = next
    setTyping(next)
  }
  const latest = useRef(show)
  useLayoutEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (!typing) return
    const timer = setTimeout(() => latest.current(typing), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typing])
  // Leaving the panel applies what was typed.
  useEffect(
    () => () => {
      if (pending.current) latest.current(pending.current)
    },
    [],
  )
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="rv-panel-b">
        <FilterFields {...given} group={group.name} filter={filter} onFilter={choose} />
      </div>
      <p className="rv-panel-f">
        <button className="btn btn-2 btn-s" type="submit">
          Close
        </button>
        {sayGroup(group, given.filter, given.head) && (
          <button
            className="link"
            type="button"
            onClick={() => {
              show(withoutGroup(group, given.filter))
              close()
            }}
          >
            Clear
          </button>
        )}
      </p>
    </form>
  )
}

/** Each group of conditions as a chip. */
export const FilterChips = (given: Asked) => (
  <>
    {groupsOf(given.head, given.filter).map((group) => (
      <Chip
        key={group.name}
        words={group.words}
        said={sayGroup(group, given.filter, given.head)}
        onClear={() => given.onFilter(withoutGroup(group, given.filter))}
      >
        {(close) => <GroupForm {...given} group={group} close={close} />}
      </Chip>
    ))}
  </>
)
