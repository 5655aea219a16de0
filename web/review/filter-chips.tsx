import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { FILTERS, type Filter } from './address.ts'
import { Chip } from './chip.tsx'
import type { FilterProps } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Group, groupsOf, groupWords, withoutGroup } from './filter-groups.ts'

/** Typed text is applied this long after the last typed character. */
export const TYPING_PAUSE_MS = 500
/** The conditions that have text fields. All others are chosen with one press. */
const TYPED_CONDITIONS = ['year', 'experience', 'age']

type Props = Omit<FilterProps, 'onFilter'> & {
  /** `replace`: the new address replaces the last entry of the browser's history. */
  onFilter: (filter: Filter, options?: { replace?: boolean }) => void
}

/** The filter as chosen in one panel; typed values are applied when typing pauses. */
function usePanelFilter({ filter: applied, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  const [unapplied, setUnapplied] = useState<Filter>()
  const filter = unapplied ?? applied
  // All choices made in one panel share one entry of the browser's history.
  const hasApplied = useRef(false)
  // This ref holds the same filter as `unapplied`. The panel reads it when it is removed from the page.
  const pending = useRef<Filter>(undefined)
  const apply = (next: Filter) => {
    pending.current = undefined
    setUnapplied(undefined)
    onFilter(next, { replace: hasApplied.current })
    hasApplied.current = true
  }
  const choose = (next: Filter) => {
    const isTyped = FILTERS.some((name) => next[name] !== filter[name] && TYPED_CONDITIONS.includes(name))
    if (!isTyped) return apply(next)
    pending.current = next
    setUnapplied(next)
  }
  const latestApply = useRef(apply)
  useLayoutEffect(() => {
    latestApply.current = apply
  })
  useEffect(() => {
    if (!unapplied) return
    const timer = setTimeout(() => latestApply.current(unapplied), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [unapplied])
  // When the officer leaves the panel, this applies what was typed in it.
  useEffect(
    () => () => {
      if (pending.current) latestApply.current(pending.current)
    },
    [],
  )
  return { filter, choose, apply }
}

/** One group of conditions in its panel. A choice is applied at once. */
function GroupForm({ group, close, ...filterProps }: Props & { group: Group; close: () => void }) {
  const { filter, choose, apply } = usePanelFilter(filterProps)
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="rv-panel-b">
        <FilterFields {...filterProps} group={group.name} filter={filter} onFilter={choose} />
      </div>
      <p className="rv-panel-f">
        <button className="btn btn-2 btn-s" type="submit">
          <Trans>Close</Trans>
        </button>
        {groupWords(group, filterProps.filter, filterProps.head) && (
          <button
            className="link"
            type="button"
            onClick={() => {
              apply(withoutGroup(group, filterProps.filter))
              close()
            }}
          >
            <Trans>Clear</Trans>
          </button>
        )}
      </p>
    </form>
  )
}

/** The filter as chips: each group of conditions is one chip. */
export const FilterChips = (props: Props) => (
  <>
    {groupsOf(props.head, props.filter).map((group) => (
      <Chip
        key={group.name}
        label={group.words}
        value={groupWords(group, props.filter, props.head)}
        onClear={() => props.onFilter(withoutGroup(group, props.filter))}
      >
        {(close) => <GroupForm {...props} group={group} close={close} />}
      </Chip>
    ))}
  </>
)
