import { type KeyboardEvent, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import { isDeletion, findMatch } from './typed-part.ts'

export type Choice = { id: number; name: string }

/** The list of options. `shown`: those that match. `expanded`: the list is open. */
type OpenList = {
  shown: readonly Choice[]
  expanded: boolean
  setOpen: (open: boolean) => void
  choose: (option: Choice | undefined) => void
}

/** The keys of an ARIA combobox: arrows open the list and move in it, Enter chooses, Escape closes. */
function useListKeys({ shown, expanded, setOpen, choose }: OpenList) {
  const [active, setActive] = useState(0)
  const handleKey = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      // In an empty list, the first option stays active: options may follow.
      ArrowDown: () =>
        expanded ? setActive(Math.max(0, Math.min(active + 1, shown.length - 1))) : setOpen(true),
      ArrowUp: () => (expanded ? setActive(Math.max(active - 1, 0)) : setOpen(true)),
      Enter: () => (expanded ? choose(shown[active]) : setOpen(true)),
      Escape: () => setOpen(false),
    }
    const action = actions[event.key]
    if (!action || (event.key === 'Escape' && !expanded)) return
    event.preventDefault()
    action()
  }
  return { active, setActive, handleKey }
}

type Choosing = {
  options: readonly Choice[] | undefined
  value: number | undefined
  onValue: (id: number | undefined) => void
  onBlur?: (() => void) | undefined
}

/** Whether an option has this name, ignoring case. */
const isNamed = (typed: string) => (option: Choice | undefined) =>
  option?.name.toLowerCase() === typed.trim().toLowerCase()

/**
 * A searchable list: the typed text, the matching options, and what typing, choosing and leaving do.
 * Long: its functions share the typed text, the choice and whether the list is open.
 */
export function useCombobox({ options, value, onValue, onBlur }: Choosing) {
  // The chosen option; undefined without a choice, and while the options load.
  const chosen = options?.find((option) => option.id === value)
  // The text in the input since the person last typed; undefined while it shows the name of the choice.
  const [edited, setEdited] = useState<string>()
  const [open, setOpen] = useState(false)
  const cancelClosing = useRef<() => void>(undefined)

  const text = edited ?? chosen?.name ?? ''
  // Once an option is chosen, its name in the input is not a search.
  const typed = chosen ? '' : text
  const shown = (options ?? []).filter((option) => !typed.trim() || findMatch(option.name, typed))
  const expanded = open && !chosen

  const choose = (option: Choice | undefined) => {
    if (!option) return
    setEdited(undefined)
    setOpen(false)
    onValue(option.id)
  }
  const { active, setActive, handleKey } = useListKeys({ shown, expanded, setOpen, choose })
  const edit = (next: string) => {
    setEdited(next)
    setActive(0)
    setOpen(true)
  }
  const clear = () => {
    edit('')
    if (value !== undefined) onValue(undefined)
  }
  const handleTyping = (next: string) => {
    // After a choice only deletion is allowed; clearing the text clears the selection (S1 §4).
    if (chosen && !isDeletion(text, next)) return
    if (next === '') return clear()
    edit(next)
    // If the typed text is the full name of the only matching option, that option is chosen at once.
    const [match, ...otherMatches] = (options ?? []).filter((option) => findMatch(option.name, next))
    if (!chosen && otherMatches.length === 0 && isNamed(next)(match)) choose(match)
  }
  const handleBlur = () => {
    // After a half-deleted name, the input shows the whole name of the choice again. A name that was typed in
    // full is chosen.
    if (chosen) setEdited(undefined)
    else choose(options?.find(isNamed(text)))
    onBlur?.()
    // Closes the list after the press: earlier, it would move the pressed button away from the finger.
    cancelClosing.current = afterPress(() => setOpen(false))
  }
  const handleFocus = () => {
    cancelClosing.current?.()
    setOpen(true)
  }
  return {
    text,
    typed,
    shown,
    expanded,
    active,
    choose,
    clear,
    handleKey,
    handleTyping,
    handleBlur,
    handleFocus,
  }
}
export type ComboboxState = ReturnType<typeof useCombobox>
