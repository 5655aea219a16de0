import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(import.meta.dirname, '..') + sep
const MAX_FRAMES = 10
// Matches a stack frame such as ` at async run (file:///portal/server/app.ts:3:7)` or ` at
// /portal/server/app.ts:3:7`. A name with other characters is refused: it may have been computed from data.
const FRAME =
  /^ {4}at (?:(?<name>(?:async |new )*[\w$.<>#]+(?: \[as [\w$.<>#]+\])?) \()?(?<file>[^()]+?):(?<line>\d+):(?<column>\d+)\)?$/

/** A path that may be logged: of the project or a Node module. Other paths may hold a person's name. */
const shownPath = (file: string) => {
  if (file.startsWith('node:')) return file
  let path = file
  try {
    if (file.startsWith('file:')) path = fileURLToPath(file)
  } catch {
    return undefined
  }
  return path.startsWith(ROOT) ? path.slice(ROOT.length).replaceAll(sep, '/') : undefined
}

/** The lines of a stack after its message, which is left out because it may look like stack frames. */
const linesAfterMessage = ({ message, stack = '' }: Error) => {
  const messageStart = stack.indexOf(message)
  // The stack holds the message in its first form. If the message changed later, it cannot be cut off.
  const isChanged = messageStart < 0 || (message === '' && /^[^\n]*: /.test(stack))
  return isChanged ? [] : stack.slice(messageStart + message.length).split('\n')
}

/**
 * Returns where an error was thrown, without its message. Messages of the database and of parsers quote what
 * a person typed (T29).
 */
const stackFrames = (error: Error): string =>
  linesAfterMessage(error)
    .flatMap((text) => {
      const { name, file = '', line, column } = FRAME.exec(text)?.groups ?? {}
      const path = shownPath(file)
      if (!path) return []
      const place = `${path}:${line}:${column}`
      return [name ? `at ${name} (${place})` : `at ${place}`]
    })
    .slice(0, MAX_FRAMES)
    .join(' ')

/** The code of an error from Node, the database or Fastify; '' when the error has no code. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? String(code) : ''
}

/** The code of an error if it is a text. The number of a DOMException only repeats its name. */
const textCodeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What the log may hold of an error: its name, its code and its stack frames, never its message. */
export function errorFields(error: unknown): { error: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  // `fetch` throws a TypeError without a code. Its cause has the code.
  const code = textCodeOf(error) ?? textCodeOf(error.cause)
  const stack = stackFrames(error)
  return { error: error.name, ...(code ? { code } : {}), ...(stack ? { stack } : {}) }
}
