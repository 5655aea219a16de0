/** Mouse moves, presses and keys in the format of W3C WebDriver, which both protocols use. */
export type Actions = Record<string, unknown>[]
export type Cookie = { name: string; value: string }

/**
 * A browser that the test journey drives: WebKit by WebDriver, or Firefox by WebDriver BiDi. It offers only
 * what both protocols can do in the same way.
 */
export type Engine = {
  name: string
  resize: (width: number, height: number) => Promise<void>
  goto: (url: string) => Promise<void>
  /** Runs an expression in the page. The result is passed as JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Presses and types like a mouse and a keyboard. */
  act: (actions: Actions) => Promise<void>
  /** Chooses a file in the file field with this CSS selector. */
  attach: (selector: string, file: string) => Promise<void>
  /** Sets cookies for the site of the open page. */
  setCookies: (cookies: Cookie[]) => Promise<void>
  /** All console lines so far, except those that the browser writes on every page. */
  messages: () => string[]
  close: () => Promise<void>
}

/** The longest wait for one step. On a busy machine, any step takes far less. */
export const PATIENCE_MS = 30_000

/** Ends a program that has its own process group, and waits until it has ended. */
export async function end(child: import('node:child_process').ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // A negative id means the whole process group. A browser starts helper processes, which must end too.
  process.kill(-child.pid, 'SIGKILL')
  await gone
}
