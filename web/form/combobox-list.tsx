import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'
import { findMatch } from './typed-part.ts'
import type { Choice, ComboboxState } from './use-combobox.ts'

/** The id of an option's element. The input refers to the active option by this id. */
export const optionId = (listId: string, position: number) => `${listId}-${position}`

/** The list of matching options under a search field, as ARIA's listbox. */
export function OptionList({
  id,
  label,
  state: { shown, typed, expanded, active, choose },
}: {
  id: string
  label: string
  state: ComboboxState
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (expanded) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [expanded, active])
  return (
    <ul
      className="combo"
      id={id}
      role="listbox"
      aria-label={label}
      ref={list}
      hidden={!expanded || shown.length === 0}
    >
      {expanded &&
        shown.map((option, index) => (
          // The focus stays in the input, which receives the keys, as ARIA's combobox pattern requires.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={option.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={index === active ? 'is-filled' : undefined}
            // A press must not take the focus from the input, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <Marked name={option.name} typed={typed} />
            {index === active && <Icon name="right" />}
          </li>
        ))}
    </ul>
  )
}

/** The name of an option, with the part that was typed in bold. */
function Marked({ name, typed }: { name: string; typed: string }) {
  const [start, end] = findMatch(name, typed) ?? [0, 0]
  return (
    <span>
      {name.slice(0, start)}
      {end > start && <b>{name.slice(start, end)}</b>}
      {name.slice(end)}
    </span>
  )
}

// How many options match: `12 counties match.`, `1 county matches.`; without a search `47 counties.`
const counted = (count: number, plural: string, isSearch: boolean) => {
  const words = count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural
  if (!isSearch) return t`${count} ${words}.`
  return count === 1 ? t`${count} ${words} matches.` : t`${count} ${words} match.`
}

/**
 * What a screen reader says about the open list: no match, failed to load, or how many options. `retry` is
 * set only if loading failed.
 */
export function ListStatus({
  state: { shown, typed, expanded },
  options,
  plural,
  noMatch,
  retry,
}: {
  state: ComboboxState
  options: readonly Choice[] | undefined
  plural: string
  noMatch: (typed: string) => string
  retry: (() => void) | undefined
}) {
  const showsOptions = expanded && shown.length > 0
  return (
    // This element must exist before its text does: screen readers read out only later changes.
    <div role="status">
      {expanded && options && options.length > 0 && shown.length === 0 && (
        <p className="combo none">{translate(noMatch(typed))}</p>
      )}
      {expanded && retry && (
        <p className="combo none">
          <Trans>The list could not be loaded.</Trans>{' '}
          <button
            className="link"
            type="button"
            // A press must not take the focus from the input, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={retry}
          >
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
      <p className="tiny quiet mt1">
        {showsOptions && counted(shown.length, plural, typed !== '')}
        {expanded && !options && !retry && t`Loading the list...`}
        {showsOptions && <span className="by-keys">{` ${t`Up and down to move, Enter to choose.`}`}</span>}
      </p>
    </div>
  )
}
