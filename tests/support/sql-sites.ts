import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** One sql`...` of the server: its text with numbered parameters, and its longest part without a value. */
type Site = { file: string; line: number; text: string; longest: string }

const QUOTES = new Set(["'", '"'])

/** Reads an SQL template from `from`, just after its back tick. Returns its parts and its end. */
function readTemplate(source: string, from: number): { parts: string[]; end: number } {
  const parts = ['']
  let index = from
  while (index < source.length && source[index] !== '`') {
    if (source.startsWith('${', index)) {
      index = endOfExpression(source, index + 2) + 1
      parts.push('')
    } else {
      if (source[index] === '\\') index++
      parts.push(`${parts.pop() ?? ''}${source[index++] ?? ''}`)
    }
  }
  return { parts, end: index }
}

/** The end of an expression in a template. It may contain strings and templates with braces. */
function endOfExpression(source: string, from: number): number {
  let depth = 0
  for (let index = from; index < source.length; index++) {
    const character = source[index] ?? ''
    if (character === '`') index = readTemplate(source, index + 1).end
    else if (QUOTES.has(character)) index = source.indexOf(character, index + 1)
    else if (character === '{') depth++
    else if (character === '}' && depth-- === 0) return index
  }
  return source.length
}

/** Finds every sql`...` in the server's code, including those inside others. */
export function sqlSites(): Site[] {
  return globSync('server/**/*.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(/\bsql`/g)].map(({ index }) => {
      const { parts } = readTemplate(source, index + 4)
      const text = parts.reduce((before, part, position) => `${before}$${position}${part}`)
      return {
        file,
        line: source.slice(0, index).split('\n').length,
        text: text.trim(),
        longest: parts.reduce((left, right) => (right.trim().length > left.length ? right.trim() : left), ''),
      }
    })
  })
}
