import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FILTERS, type Filter } from './address.ts'
import { Chip } from './chip.tsx'
import type { FilterProps } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Group, groupsOf, sayGroup, withoutGroup } from './filter-groups.ts'

/** How long after the last key the typed text is applied. */
export const TYPING_MS = 500
const TYPED = ['year', 'experience', 'age']

type Props = Omit<FilterProps, 'onFilter'> & {
  onFilter: (filter: Filter, how?: { replace?: boolean }) => void
}

/** The filter as chosen in one panel; typed values are applied when typing pauses. */
function usePanelFilter({ filter: applied, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  const [typing, setTyping] = useState<Filter>()
  const filter = typing ?? applied
  // All choices made in one panel are one step of the browser history.
  const changed = useRef(false)
  const pending = useRef<Filter>(undefined)
  const show = (next: Filter) => {
    pending.current = undefined
    setTyping(undefined)
    onFilter(next, { replace: changed.current })
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
  return { filter, choose, show }
}

/** One group in its panel; a choice is applied at once. */
function GroupForm({ group, close, ...fields }: Props & { group: Group; close: () => void }) {
  const { filter, choose, show } = usePanelFilter(fields)
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="rv-panel-b">
        <FilterFields {...fields} group={group.name} filter={filter} onFilter={choose} />
      </div>
      <p className="rv-panel-f">
        <button className="btn btn-2 btn-s" type="submit">
          Close
        </button>
        {sayGroup(group, fields.filter, fields.head) && (
          <button
            className="link"
            type="button"
            onClick={() => {
              show(withoutGroup(group, fields.filter))
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
export const FilterChips = (chips: Props) => (
  <>
    {groupsOf(chips.head, chips.filter).map((group) => (
      <Chip
        key={group.name}
        words={group.words}
        value={sayGroup(group, chips.filter, chips.head)}
        onClear={() => chips.onFilter(withoutGroup(group, chips.filter))}
      >
        {(close) => <GroupForm {...chips} group={group} close={close} />}
      </Chip>
    ))}
  </>
)
