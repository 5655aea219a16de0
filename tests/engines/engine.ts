/** A list of W3C actions, the same in both protocols. */
export type Actions = Record<string, unknown>[]
export type Cookie = { name: string; value: string }

/** What a journey asks of a browser: no more than both protocols can do in the same way. */
export type Engine = {
  name: string
  resize: (width: number, height: number) => Promise<void>
  goto: (url: string) => Promise<void>
  /** Runs an expression in the page; what it answers goes through JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** As a mouse and a keyboard do it. */
  act: (actions: Actions) => Promise<void>
  attach: (selector: string, file: string) => Promise<void>
  /** For the site of the page that is open. */
  setCookies: (cookies: Cookie[]) => Promise<void>
  /** All that was written to the console so far, but for what the engine is known to say of every page. */
  said: () => string[]
  close: () => Promise<void>
}

/** Far beyond what any one step takes on a busy machine. */
export const PATIENCE_MS = 30_000

/** Ends a program that we started, and waits until it is gone. */
export async function end(child: import('node:child_process').ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // Each has helpers of its own: the whole group goes.
  process.kill(-child.pid, 'SIGKILL')
  await gone
}
