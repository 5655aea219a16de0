import type { Actions, Engine } from './engine.ts'
import { PATIENCE_MS } from './engine.ts'

// The code of the key End in W3C actions.
const END_KEY = '\uE010'

/** What `name` is: the text of a button, link, label or heading, or a CSS selector. */
type Kind = 'button' | 'link' | 'field' | 'heading' | 'css'
/** Where to press, and the type or tag of the field. Or the reason why nothing can be pressed. */
type Place = { x: number; y: number; type: string } | string

/**
 * Runs in the page. Finds the element with this name; while a dialog is open, only in the dialog. Returns the
 * middle of the element if it is visible, still and not covered, or else why it cannot be pressed.
 */
async function placeOf(kind: Kind, name: string): Promise<Place> {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const root = document.querySelector('dialog[open]') ?? document
  const within = { button: 'button,summary', link: 'a', field: 'label', heading: 'h1,h2,h3', css: name }[kind]
  const seen = [...root.querySelectorAll<HTMLElement>(within)].filter(
    (entry) => entry.checkVisibility({ visibilityProperty: true }) && entry.getClientRects().length > 0,
  )
  const named =
    kind === 'css'
      ? seen[0]
      : (seen.find((entry) => plain(entry.textContent) === name) ??
        seen.find((entry) => entry.getAttribute('aria-label') === name))
  const entry = named instanceof HTMLLabelElement && named.control ? named.control : named
  if (!entry) return `not there; here are ${seen.map((entry) => plain(entry.textContent)).join(' | ')}`
  if (entry.matches(':disabled')) return 'disabled'
  entry.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = () => entry.getBoundingClientRect()
  const earlier = box()
  await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
  const { x, y, width, height } = box()
  if (x !== earlier.x || y !== earlier.y) return 'it moves'
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const top = document.elementFromPoint(middle.x, middle.y)
  if (!top || !(entry.contains(top) || top.contains(entry) || top.closest('label')?.control === entry))
    return `under ${top?.outerHTML.slice(0, 120)}`
  return { ...middle, type: entry instanceof HTMLInputElement ? entry.type : entry.tagName.toLowerCase() }
}

/** Runs in the page. Returns the value of the field with this label. */
function valueOf(name: string) {
  const label = [...document.querySelectorAll('label')].find(
    (entry) => entry.textContent?.replace(/\s+/g, ' ').trim() === name,
  )
  return (label?.control as HTMLInputElement | null | undefined)?.value
}

/**
 * Runs in the page. Sets a date, or chooses an option by its number. By keyboard, each browser fills such
 * fields differently.
 */
function setValue(name: string, value: string | number) {
  const label = [...document.querySelectorAll('label')].find(
    (entry) => entry.textContent?.replace(/\s+/g, ' ').trim() === name,
  )
  const entry = label?.control
  if (entry instanceof HTMLSelectElement) entry.selectedIndex = Number(value)
  else if (entry)
    // Use the setter of the element's prototype. React replaces the element's own setter, and would not
    // notice a change by that.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(entry, value)
  for (const type of ['input', 'change']) entry?.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * Runs in the page. Returns whether React has hydrated the page. The focus event starts the page's program,
 * which waits for the first use.
 */
function isAlive() {
  type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } }
  document.dispatchEvent(new Event('focusin'))
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  const root = key === undefined ? undefined : (document as unknown as Record<string, Root>)[key]
  return root?.stateNode.current.memoizedState?.isDehydrated === false
}

/**
 * What a person does with a page, in any browser. Each step waits until it is possible. If it stays
 * impossible, the error has the page's text and the console lines.
 */
export function handOf(engine: Engine) {
  /** Runs a function in the page. Only its text is sent, so it must not use anything of this file. */
  const run = <Given extends unknown[], Result>(work: (...values: Given) => Result, ...values: Given) =>
    engine.evaluate(`(${work.toString()})(...${JSON.stringify(values)})`) as Promise<Awaited<Result>>

  async function until<Result>(
    what: string,
    ask: () => Promise<Result>,
    done: (result: Result) => boolean,
  ): Promise<Result> {
    const began = performance.now()
    let last: unknown
    for (;;) {
      try {
        const result = await ask()
        if (done(result)) return result
        last = result
      } catch (error) {
        // A page from which the browser is just navigating away does not answer. Try again.
        last = error
      }
      if (performance.now() - began > PATIENCE_MS) {
        const page = await run(() => `${location.href}\n${document.body.innerText.slice(0, 2_000)}`).catch(
          String,
        )
        throw new Error(
          `${engine.name}: ${what}: ${last instanceof Error ? last.message : JSON.stringify(last)}\nConsole: ${engine.messages().join('\n')}\n${page}`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const press = async (what: string, kind: Kind, name: string) => {
    const place = await until(
      what,
      () => run(placeOf, kind, name),
      (found) => typeof found !== 'string',
    )
    if (typeof place === 'string') throw new Error(place)
    const mouse: Actions = [
      { type: 'pointerMove', x: place.x, y: place.y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await engine.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: mouse }])
    return place
  }
  const type = (text: string) =>
    engine.act([
      {
        type: 'key',
        id: 'keyboard',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ])

  return {
    run,
    until,
    click: (kind: Kind, name: string) => press(`click on the ${kind} ${name}`, kind, name),
    /** Fills in a text field by mouse and keyboard. */
    async fill(label: string, text: string) {
      await press(`fill in ${label}`, 'field', label)
      // Two clicks in one place select a word. The key End ends the selection.
      await type(END_KEY + text)
      await until(
        `${label} holds what was typed`,
        () => run(valueOf, label),
        (value) => value?.endsWith(text) === true,
      )
    },
    /** Sets a date, or chooses an option by its number. */
    async set(label: string, value: string | number) {
      await until(
        `set ${label}`,
        () => run(placeOf, 'field', label),
        (found) => typeof found !== 'string',
      )
      await run(setValue, label, value)
    },
    sees: (text: string) =>
      until(
        `sees ${text}`,
        () =>
          run(() =>
            ((document.querySelector('dialog[open]') ?? document.body) as HTMLElement).innerText.replace(
              /\s+/g,
              ' ',
            ),
          ),
        (shown) => shown.includes(text),
      ),
    /** Waits until React has hydrated (started) the page. */
    alive: () =>
      until(
        'the page is alive',
        () => run(isAlive),
        (done) => done,
      ),
    at: (path: string) =>
      until(
        `is at ${path}`,
        () => run(() => location.pathname + location.search),
        (here) => here === path,
      ),
  }
}
