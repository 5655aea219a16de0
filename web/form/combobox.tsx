import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { noMatch as noneOf } from '#contract/accounts/personal-options.ts'
import { Icon } from '../ui/icon.tsx'
import { described, Field } from './field.tsx'
import { afterPress } from './after-press.ts'
import { isDeletion, matchIn } from './typed-part.ts'
import { useHydrated } from './use-hydrated.ts'

export type Choice = { id: number; name: string }
type Props = {
  id: string
  label: string
  plural: string
  /** The text when nothing matches; by default `No counties found matching "x"`. */
  noMatch?: (typed: string) => string
  /** The id of the place that this list belongs to. */
  under?: number | undefined
  /** Undefined while they are loading. */
  options: readonly Choice[] | undefined
  value: number | undefined
  onValue: (id: number | undefined) => void
  /** Why nothing can be chosen yet, for example 'Choose a county first'. */
  waitsFor?: string | undefined
  /** Set when the list failed to load (J10). */
  retry?: (() => void) | undefined
  hint?: string
  fault?: string | undefined
  onBlur?: () => void
}

/** S1 §2-§4, J11: a searchable list as an ARIA combobox; before the script is loaded, a plain select. */
export function Combobox(props: Props) {
  const { id, label, hint, fault, waitsFor, options, value } = props
  const hydrated = useHydrated()
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      {waitsFor ? (
        <input className="in" id={id} disabled value={waitsFor} readOnly />
      ) : hydrated ? (
        // Typed text belongs to the list it was typed for, so another list resets it.
        <Search key={props.under} {...props} />
      ) : (
        <span className="pick">
          <select className="in" id={id} defaultValue={value ?? ''}>
            <option value="">Choose</option>
            {options?.map((option) => (
              <option key={option.id} value={option.id}>
                {option.name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  )
}

function Search({
  id,
  label,
  plural,
  noMatch = (text) => noneOf(plural, text),
  options,
  value,
  onValue,
  retry,
  hint,
  fault,
  onBlur,
}: Props) {
  const chosen = options?.find((option) => option.id === value)
  const [edited, setEdited] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const closing = useRef<() => void>(undefined)
  const listId = useId()

  const text = edited ?? chosen?.name ?? ''
  const typed = chosen ? '' : text
  const shown = (options ?? []).filter((option) => !typed.trim() || matchIn(option.name, typed))
  const expanded = open && !chosen
  const optionId = (position: number) => `${listId}-${position}`

  useEffect(() => {
    if (expanded) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [expanded, active])

  const choose = (option: Choice | undefined) => {
    if (!option) return
    setEdited(undefined)
    setOpen(false)
    onValue(option.id)
  }
  const clear = () => {
    setEdited('')
    setActive(0)
    setOpen(true)
    if (value !== undefined) onValue(undefined)
    input.current?.focus()
  }
  const type = (next: string) => {
    // After a choice only deletion is allowed; clearing the text clears the selection (S1 §4).
    if (chosen && !isDeletion(text, next)) return
    if (next === '') return clear()
    setEdited(next)
    setActive(0)
    setOpen(true)
    const [only, ...others] = (options ?? []).filter((option) => matchIn(option.name, next))
    if (!chosen && others.length === 0 && only?.name.toLowerCase() === next.trim().toLowerCase()) choose(only)
  }
  const leave = () => {
    if (chosen) setEdited(undefined)
    else choose(options?.find((option) => option.name.toLowerCase() === text.trim().toLowerCase()))
    onBlur?.()
    // A list that closes during a press would move the pressed button away from the finger.
    closing.current = afterPress(() => setOpen(false))
  }
  const arrive = () => {
    closing.current?.()
    setOpen(true)
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => (expanded ? setActive(Math.min(active + 1, shown.length - 1)) : setOpen(true)),
      ArrowUp: () => (expanded ? setActive(Math.max(active - 1, 0)) : setOpen(true)),
      Enter: () => (expanded ? choose(shown[active]) : setOpen(true)),
      Escape: () => setOpen(false),
    }
    const move = moves[event.key]
    if (!move || (event.key === 'Escape' && !expanded)) return
    event.preventDefault()
    move()
  }

  return (
    <>
      <div className="in-act">
        <input
          {...described(id, { hint, fault })}
          className="in"
          id={id}
          ref={input}
          role="combobox"
          aria-expanded={expanded}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={expanded && shown.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="Type to search"
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={arrive}
          onClick={arrive}
          onBlur={leave}
          onKeyDown={press}
        />
        {text && (
          <button
            className="btn-i"
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
          >
            Clear<span className="vh"> {label.toLowerCase()}</span>
          </button>
        )}
      </div>
      {/* `aria-controls` names it also while it is closed. */}
      <ul
        className="combo"
        id={listId}
        role="listbox"
        aria-label={label}
        ref={list}
        hidden={!expanded || shown.length === 0}
      >
        {expanded &&
          shown.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard stays in the
            // input, as the pattern requires
            <li
              key={option.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={index === active ? 'on' : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <Marked name={option.name} typed={typed} />
              {index === active && <Icon name="right" />}
            </li>
          ))}
      </ul>
      {/* It must exist before its text: only then is the text read out. */}
      <div role="status">
        {expanded && options && options.length > 0 && shown.length === 0 && (
          <p className="combo none">{noMatch(typed)}</p>
        )}
        {expanded && retry && (
          <p className="combo none">
            The list could not be loaded.{' '}
            <button
              className="link"
              type="button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={retry}
            >
              Try again
            </button>
          </p>
        )}
        <p className="tiny quiet mt1">
          {!expanded
            ? ''
            : options && shown.length > 0
              ? counted(shown.length, plural, typed !== '')
              : !options && !retry
                ? 'Loading the list...'
                : ''}
          {expanded && shown.length > 0 && (
            <span className="by-keys"> Up and down to move, Enter to choose.</span>
          )}
        </p>
      </div>
    </>
  )
}

// `12 counties match.`, `1 county matches.`, `47 counties.`
const counted = (count: number, plural: string, isSearch: boolean) => {
  const words = count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural
  return `${count} ${words}${isSearch ? (count === 1 ? ' matches' : ' match') : ''}.`
}

function Marked({ name, typed }: { name: string; typed: string }) {
  const [start, end] = matchIn(name, typed) ?? [0, 0]
  return (
    <span>
      {name.slice(0, start)}
      {end > start && <b>{name.slice(start, end)}</b>}
      {name.slice(end)}
    </span>
  )
}
