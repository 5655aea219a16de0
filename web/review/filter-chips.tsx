import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { FILTERS, type Filter } from './address.ts'
import { Chip } from './chip.tsx'
import type { FilterProps } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Group, groupsOf, groupWords, withoutGroup } from './filter-groups.ts'
import { useDecisionLists } from './use-decision-lists.ts'

/** Typed text is applied this long after the last typed character. */
export const TYPING_PAUSE_MS = 500
/** The conditions that have text fields. All others are chosen with one press. */
const TYPED_CONDITIONS = ['year', 'experience', 'age']

type Props = Omit<FilterProps, 'onFilter' | 'lists'> & {
  jobId: number
  /** `replace`: the new address replaces the last entry of the browser's history. */
  onFilter: (filter: Filter, options?: { replace?: boolean }) => void
}

type PanelProps = Omit<Props, 'jobId'> &
  Pick<FilterProps, 'lists'> & {
    /** What was typed in the open panel and is not applied yet. A panel applies this when it is closed. */
    pendingRef: RefObject<Filter | undefined>
  }

/** The filter as chosen in one panel; typed values are applied when typing pauses. */
function usePanelFilter({ filter: applied, onFilter, pendingRef }: PanelProps) {
  const [unapplied, setUnapplied] = useState<Filter>()
  const filter = unapplied ?? applied
  // All choices made in one panel share one entry of the browser's history.
  const hasApplied = useRef(false)
  const apply = (next: Filter) => {
    pendingRef.current = undefined
    setUnapplied(undefined)
    onFilter(next, { replace: hasApplied.current })
    hasApplied.current = true
  }
  const choose = (next: Filter) => {
    const isTyped = FILTERS.some((name) => next[name] !== filter[name] && TYPED_CONDITIONS.includes(name))
    if (!isTyped) return apply(next)
    pendingRef.current = next
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
      if (pendingRef.current) latestApply.current(pendingRef.current)
    },
    [pendingRef],
  )
  return { filter, choose, apply }
}

/** One group of conditions in its panel. A choice is applied at once. */
function GroupForm({
  group,
  close,
  pendingRef,
  ...filterProps
}: PanelProps & { group: Group; close: () => void }) {
  const { filter, choose, apply } = usePanelFilter({ ...filterProps, pendingRef })
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="review-panel-body">
        <FilterFields {...filterProps} group={group.name} filter={filter} onFilter={choose} />
      </div>
      <p className="review-panel-foot">
        <button className="btn btn-2 btn-small" type="submit">
          <Trans>Close</Trans>
        </button>
        {groupWords(group, filterProps.filter, filterProps.overview) && (
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
export function FilterChips({ jobId, ...props }: Props) {
  const lists = useDecisionLists(jobId)
  const pendingRef = useRef<Filter>(undefined)
  const clear = (group: Group) => {
    const filter = pendingRef.current ?? props.filter
    // Otherwise the open panel would bring its conditions back when it closes.
    pendingRef.current = undefined
    props.onFilter(withoutGroup(group, filter))
  }
  return groupsOf(props.overview, props.filter).map((group) => (
    <Chip
      key={group.name}
      label={group.words}
      value={groupWords(group, props.filter, props.overview)}
      onOpen={group.name === 'list' ? lists.load : undefined}
      onClear={() => clear(group)}
    >
      {(close) => <GroupForm {...props} {...{ pendingRef, group, close, lists }} />}
    </Chip>
  ))
}
