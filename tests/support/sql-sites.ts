import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * One sql`...` of the server: its text with a numbered parameter per value, and its longest part without one.
 */
export type Site = { file: string; line: number; text: string; longest: string }

const QUOTES = new Set(["'", '"'])

/** Reads a template from `from`, just after its back tick; returns its parts and its end. */
function readTemplate(source: string, from: number): { parts: string[]; end: number } {
  const parts = ['']
  let at = from
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      at = endOfExpression(source, at + 2) + 1
      parts.push('')
    } else {
      if (source[at] === '\\') at++
      parts.push(`${parts.pop() ?? ''}${source[at++] ?? ''}`)
    }
  }
  return { parts, end: at }
}

function endOfExpression(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const letter = source[at] ?? ''
    if (letter === '`') at = readTemplate(source, at + 1).end
    else if (QUOTES.has(letter)) at = source.indexOf(letter, at + 1)
    else if (letter === '{') depth++
    else if (letter === '}' && depth-- === 0) return at
  }
  return source.length
}

/** Every sql`...` in server/, including nested ones. */
export function sqlSites(): Site[] {
  return globSync('server/**/*.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(/\bsql`/g)].map(({ index }) => {
      const { parts } = readTemplate(source, index + 4)
      const text = parts.reduce((before, part, at) => `${before}$${at}${part}`)
      return {
        file,
        line: source.slice(0, index).split('\n').length,
        text: text.trim(),
        longest: parts.reduce((left, right) => (right.trim().length > left.length ? right.trim() : left), ''),
      }
    })
  })
}
