// This script is in the head of each page. It notes what a person does before the starter has loaded. The
// starter takes these events and later gives them to the program (React). It is one plain script without
// imports.
{
  const earlyEvents: Event[] = []
  const keep = (event: Event) => {
    earlyEvents.push(event)
    const { target, type } = event
    const element = target as Element
    const isTyped = earlyEvents.some((earlier) => earlier.type === 'input')
    // A button does nothing without the program, so its press is held. Only the program can store what was
    // typed for the page in the other language, so a press on that link is held too.
    const isHeld = () => element.closest('button') || (isTyped && element.closest('.language a'))
    if (type === 'submit' || (type === 'click' && isHeld())) event.preventDefault()
  }
  const types = ['click', 'submit', 'input', 'keydown', 'focusin', 'pointerdown']
  for (const type of types) document.addEventListener(type, keep, true)
  Object.assign(window, {
    /** Gives the starter the events that happened before it loaded. */
    takeEarly() {
      for (const type of types) document.removeEventListener(type, keep, true)
      return earlyEvents
    },
  })
}
