// Inlined in the head of each page: the starter is still on its way. One plain script without imports.
{
  const earlyEvents: Event[] = []
  const keep = (event: Event) => {
    earlyEvents.push(event)
    const { target, type } = event
    // The link to the other language waits only for the program that stores what was typed.
    const waiting = earlyEvents.some((earlier) => earlier.type === 'input') ? 'button,.language a' : 'button'
    if (type === 'submit' || (type === 'click' && (target as Element).closest(waiting)))
      event.preventDefault()
  }
  const types = ['click', 'submit', 'input', 'keydown', 'focusin', 'pointerdown']
  for (const type of types) document.addEventListener(type, keep, true)
  Object.assign(window, {
    /** Gives the starter what happened before it came. */
    takeEarly() {
      for (const type of types) document.removeEventListener(type, keep, true)
      return earlyEvents
    },
  })
}
