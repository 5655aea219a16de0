import { keepPlace } from './language-switch.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A field with React's note of its last value. React reports only a value that differs from the note. */
type ReactField = Field & { _valueTracker?: { setValue(value: string): void } }

/** Reads what a person typed or ticked in a field. */
const typedIn = (field: Field) => {
  const { value, checked } = field as HTMLInputElement
  return { field, typed: { value, checked } }
}

/** A text that no one types, so every typed text differs from it. */
const NEVER_TYPED = '\0'

/**
 * Reports a field to React that a person changed before React ran. React must first note another value, or it
 * would see no change.
 */
function reportChange({ field, typed }: { field: ReactField; typed: { value: string; checked: boolean } }) {
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
  // A script may not set the value of a field for files, and React notes no value of it.
  if (field.type === 'file') return void dispatch('change')
  const isTicked = /checkbox|radio/.test(field.type)
  Object.assign(field, typed)
  field._valueTracker?.setValue(isTicked ? `${!typed.checked}` : NEVER_TYPED)
  // A mouse event would untick a ticked field, so this is a plain event.
  dispatch(isTicked ? 'click' : 'input')
  if (!isTicked) dispatch('change')
}

/** A link needs no program, because the browser itself follows it. */
const isInLink = ({ target }: Event) => (target as Partial<Element>).closest?.('a[href]')

/**
 * Holds what a person presses and changes before the program (React) runs, and repeats it then. `onUse` is
 * called at each use of the page, `onHold` when a press is held.
 * Long: its functions share what was pressed and changed so far.
 */
export function holdPresses(onUse: () => void, onHold: () => void) {
  const pressed = new Set<HTMLElement>()
  const changed = new Set<Field>()
  const hold = (event: Event, element: HTMLElement) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.add(element)
    onUse()
    onHold()
  }
  const listeners: Record<string, (event: Event) => void> = {
    click(event) {
      const target = event.target as Element
      const link = target.closest<HTMLAnchorElement>('.language a')
      if (link) keepPlace(link)
      // The program stores the typed text for the other language, so that link is held too.
      const pressable = changed.size && link ? link : target.closest('button')
      if (pressable) hold(event, pressable)
      else if (!isInLink(event)) onUse()
    },
    submit: (event) => hold(event, event.target as HTMLElement),
    input({ target }) {
      // Each change moves its field to the end, so that the last choice of a group is reported last.
      changed.delete(target as Field)
      changed.add(target as Field)
    },
    keydown: onUse,
    focusin: (event) => void (isInLink(event) || onUse()),
    // A finger that only scrolls does not use the page. If the finger presses something, a click follows.
    pointerdown: (event) =>
      void (isInLink(event) || (event as PointerEvent).pointerType === 'touch' || onUse()),
  }
  // The script early.ts is in the page, and it has noted events already.
  const { takeEarly } = window as { takeEarly?: () => Event[] }
  const early = takeEarly?.() ?? []
  const listening = new AbortController()
  for (const [type, listener] of Object.entries(listeners))
    document.addEventListener(type, listener, { capture: true, signal: listening.signal })
  /** Repeats the events that happened before the starter loaded. */
  const repeatEarlyEvents = () => early.forEach((event) => listeners[event.type]?.(event))
  /** The program runs now, so it gets all that was held, in the same order. */
  const release = () => {
    listening.abort()
    // All fields are read first: with each report, React draws the fields again that were not reported yet.
    Array.from(changed, typedIn).forEach(reportChange)
    // React draws some changes only after this task. A form that is sent earlier would lack what was typed.
    queueMicrotask(() => {
      for (const element of pressed)
        if (element instanceof HTMLFormElement) element.requestSubmit()
        else element.click()
    })
  }
  /** The program does not load: sends the first held form, or opens the first link, that works without it. */
  const releaseWithoutProgram = () => {
    const usable = [...pressed].map((element) => element.closest<HTMLElement>('form[action],a')).find(Boolean)
    pressed.clear()
    changed.clear()
    if (usable instanceof HTMLFormElement) usable.submit()
    else usable?.click()
  }
  return [repeatEarlyEvents, release, releaseWithoutProgram] as const
}
