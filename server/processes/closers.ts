/**
 * Collects functions that undo the steps of the portal's start. `closeAll` calls them in reverse order. A
 * second call waits for the first: a process that retires may also get the order to stop.
 */
export function closers() {
  const steps: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step()
  }
  return {
    add: (step: () => unknown) => void steps.push(step),
    closeAll: () => (closing ??= close()),
  }
}
export type Closers = ReturnType<typeof closers>
