/** Moves, presses and keys as W3C WebDriver writes them, the same in both protocols. */
export type Actions = Record<string, unknown>[]
export type Cookie = { name: string; value: string }

/**
 * A browser that the journey drives: WebKit by WebDriver, or Firefox by WebDriver BiDi. It has only what both
 * protocols can do in the same way.
 */
export type Engine = {
  name: string
  resize: (width: number, height: number) => Promise<void>
  goto: (url: string) => Promise<void>
  /** Runs an expression in the page. Its result passes through JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Presses and types as a mouse and a keyboard do. */
  act: (actions: Actions) => Promise<void>
  /** Chooses a file in the file field that a CSS selector finds. */
  attach: (selector: string, file: string) => Promise<void>
  /** Sets cookies of the site whose page is open. */
  setCookies: (cookies: Cookie[]) => Promise<void>
  /** All lines of the console so far, without those that the engine writes on every page. */
  said: () => string[]
  close: () => Promise<void>
}

/** The longest wait for one step. It is far longer than any step takes on a busy machine. */
export const PATIENCE_MS = 30_000

/** Ends a program that was started in a process group of its own, and waits until it is gone. */
export async function end(child: import('node:child_process').ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // A negative id is the whole group: a browser starts helper processes, which must end too.
  process.kill(-child.pid, 'SIGKILL')
  await gone
}
