import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef } from 'react'
import { noMatch as noneOf } from '#contract/accounts/personal-options.ts'
import { Icon } from '../ui/icon.tsx'
import { ListStatus, OptionList, optionId } from './combobox-list.tsx'
import { fieldAria, Field, useEarlyTyping } from './field.tsx'
import { type Choice, useCombobox } from './use-combobox.ts'
import { useHydrated } from './use-hydrated.ts'

export type { Choice }
type Props = {
  id: string
  label: string
  /** What the options are, in the plural, for example 'counties'. */
  plural: string
  /** The text when no option matches; by default `No counties found matching "x"`. */
  noMatch?: (typed: string) => string
  /** The id of the larger place, if the options are the places in it. */
  largerPlace?: number | undefined
  /** The options; undefined while they load. */
  options: readonly Choice[] | undefined
  value: number | undefined
  onValue: (id: number | undefined) => void
  /** Why no option can be chosen yet, for example 'Choose a county first'. */
  waitsFor?: string | undefined
  /** Loads the list again. It is set when the list failed to load (J10). */
  retry?: (() => void) | undefined
  hint?: string
  error?: string | undefined
  onBlur?: () => void
}

/** A searchable list as an ARIA combobox. Before the script is loaded, it is a plain select (J11). */
export function Combobox(props: Props) {
  const { id, label, hint, error, waitsFor } = props
  const hydrated = useHydrated()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {waitsFor ? (
        <input className="input" id={id} disabled value={waitsFor} readOnly />
      ) : hydrated ? (
        // Typed text belongs to the list in which it was typed, so another list starts with empty text.
        <Search key={props.largerPlace} {...props} />
      ) : (
        <PlainSelect {...props} />
      )}
    </Field>
  )
}

function PlainSelect({ id, options, value, onValue }: Props) {
  const chosen = value === undefined ? '' : String(value)
  // This ref reads a choice that the person made before hydration.
  const early = useEarlyTyping<HTMLSelectElement>(chosen, (option) => onValue(Number(option)))
  return (
    <span className="pick">
      <select className="input" id={id} ref={early} defaultValue={chosen}>
        <option value="">{t`Choose`}</option>
        {options?.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}

const ClearButton = ({ name, onClear }: { name: string; onClear: () => void }) => (
  <button
    className="btn-icon"
    type="button"
    // The press on this button leaves the focus in the input.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClear}
  >
    <Trans>
      Clear<span className="sr-only"> {name}</span>
    </Trans>
  </button>
)

function Search({
  id,
  label,
  plural,
  noMatch = (text) => noneOf(plural, text),
  retry,
  hint,
  error,
  ...choosing
}: Props) {
  const state = useCombobox(choosing)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const clear = () => {
    state.clear()
    input.current?.focus()
  }
  const hasActiveOption = state.expanded && state.shown.length > 0
  return (
    <>
      <div className="input-row">
        <input
          {...fieldAria(id, { hint, error })}
          className="input"
          id={id}
          ref={input}
          role="combobox"
          aria-expanded={state.expanded}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={hasActiveOption ? optionId(listId, state.active) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={t`Type to search`}
          value={state.text}
          onChange={(event) => state.handleTyping(event.target.value)}
          onFocus={state.handleFocus}
          onClick={state.handleFocus}
          onBlur={state.handleBlur}
          onKeyDown={state.handleKey}
        />
        {state.text && <ClearButton name={label.toLowerCase()} onClear={clear} />}
      </div>
      {/* `aria-controls` names the list even while it is closed. */}
      <OptionList id={listId} label={label} state={state} />
      <ListStatus state={state} options={choosing.options} plural={plural} noMatch={noMatch} retry={retry} />
    </>
  )
}
