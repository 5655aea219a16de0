/** Collects functions that undo the steps of the portal's start. `closeAll` calls them in reverse order. */
export function closers() {
  const steps: (() => unknown)[] = []
  return {
    add: (close: () => unknown) => void steps.push(close),
    async closeAll() {
      for (const close of steps.splice(0).reverse()) await close()
    },
  }
}
export type Closers = ReturnType<typeof closers>
