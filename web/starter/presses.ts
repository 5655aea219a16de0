import { keepPlace } from './language-switch.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** React's note of a field's last value. It reports a change only if the value differs from this note. */
type ReactField = Field & { _valueTracker?: { setValue(value: string): void } }

/** What a person typed or ticked in a field. */
const typedIn = (field: Field) => {
  const { value, checked } = field as HTMLInputElement
  return { field, typed: { value, checked } }
}

/**
 * Tells the program about a field that a person changed before the program ran. React must note another value
 * first, or it would see no change.
 */
function reportChange({ field, typed }: { field: ReactField; typed: { value: string; checked: boolean } }) {
  const isTicked = /checkbox|radio/.test(field.type)
  Object.assign(field, typed)
  field._valueTracker?.setValue(isTicked ? `${!typed.checked}` : '\0')
  // Not a mouse event: a field that is ticked stays ticked.
  field.dispatchEvent(new Event(isTicked ? 'click' : 'input', { bubbles: true }))
  if (!isTicked) field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A link needs no program: the browser follows it. */
const isInLink = ({ target }: Event) => (target as Partial<Element>).closest?.('a[href]')

/**
 * Holds what a person presses and changes before the program (React) runs, and does it again when it runs.
 * `onTouch` is called at each use of the page, `onHold` when a person starts to wait.
 */
export function holdPresses(onTouch: () => void, onHold: () => void) {
  const pressed = new Set<HTMLElement>()
  const changed = new Set<Field>()
  const hold = (event: Event, element: HTMLElement) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.add(element)
    onTouch()
    onHold()
  }
  const listeners: Record<string, (event: Event) => void> = {
    click(event) {
      const target = event.target as Element
      const link = target.closest<HTMLAnchorElement>('.language a')
      if (link) keepPlace(link)
      // The program stores what was typed for the other language.
      const pressable = changed.size && link ? link : target.closest('button')
      if (pressable) hold(event, pressable)
      else if (!isInLink(event)) onTouch()
    },
    submit: (event) => hold(event, event.target as HTMLElement),
    input({ target }) {
      // The last choice of a group comes last.
      changed.delete(target as Field)
      changed.add(target as Field)
    },
    keydown: onTouch,
    focusin: (event) => void (isInLink(event) || onTouch()),
    // A finger that only scrolls uses no part of the page. If it presses one, a click follows.
    pointerdown: (event) =>
      void (isInLink(event) || (event as PointerEvent).pointerType === 'touch' || onTouch()),
  }
  // Inlined in the page (early.ts).
  const { takeEarly } = window as { takeEarly?: () => Event[] }
  const early = takeEarly?.() ?? []
  const listening = new AbortController()
  for (const [type, listener] of Object.entries(listeners))
    document.addEventListener(type, listener, { capture: true, signal: listening.signal })
  /** Does what happened before the starter came. */
  const takeOver = () => early.forEach((event) => listeners[event.type]?.(event))
  /** The program runs: it gets all that was held, in the same order. */
  const release = () => {
    listening.abort()
    // Read first: with each report the program draws the fields that it has no report of yet.
    Array.from(changed, typedIn).forEach(reportChange)
    // React draws some changes only after this task. Only then has a form that is sent what was typed.
    queueMicrotask(() => {
      for (const element of pressed)
        if (element instanceof HTMLFormElement) element.requestSubmit()
        else element.click()
    })
  }
  /** The program cannot be loaded: sends the first form or opens the first link that works without it. */
  const releaseWithoutProgram = () => {
    const usable = [...pressed].map((element) => element.closest<HTMLElement>('form[action],a')).find(Boolean)
    pressed.clear()
    changed.clear()
    if (usable instanceof HTMLFormElement) usable.submit()
    else usable?.click()
  }
  return [takeOver, release, releaseWithoutProgram] as const
}
