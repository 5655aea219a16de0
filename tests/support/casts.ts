// Counts what hides a type or a choice: casts with `as`, and conditional expressions inside each other.
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './source.ts'

type Code = Pick<Source, 'path' | 'text'>

const isConst = (type: ESTree.TSType) =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'

/** The casts of a file, as `value as Type`, without `as const`. Each is the text of the cast. */
export function castsIn({ path, text }: Code): string[] {
  // Most files have no cast, so they need no syntax tree.
  if (!/\bas (?!const\b)/.test(text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''))) return []
  const found: string[] = []
  new Visitor({
    TSAsExpression({ typeAnnotation, start, end }) {
      if (!isConst(typeAnnotation)) found.push(text.slice(start, end))
    },
  }).visit(parseSync(path, text).program)
  return found
}

/** How many conditional expressions are directly inside each other here: 2 in `a ? b : c ? d : e`. */
const levelsOf = (node: ESTree.Expression): number => {
  if (node.type === 'ParenthesizedExpression') return levelsOf(node.expression)
  if (node.type !== 'ConditionalExpression') return 0
  return 1 + Math.max(...[node.test, node.consequent, node.alternate].map(levelsOf))
}

/** The conditional expressions of a file with this many directly inside each other. */
export function nestedConditionsIn({ path, text }: Code, levels: number): string[] {
  // A file with fewer question marks has none, so it needs no syntax tree.
  if (text.split(/\?\s/).length <= levels) return []
  const found: string[] = []
  new Visitor({
    ConditionalExpression(node) {
      if (levelsOf(node) === levels) found.push(text.slice(node.start, node.end))
    },
  }).visit(parseSync(path, text).program)
  return found
}
