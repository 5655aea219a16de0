import { parseSync, types as t } from '@babel/core'
import type { Source } from './source.ts'

/** A function, with its first line and its length. `hasReason`: the comment above says why it is long. */
type LongFunction = { path: string; line: number; lines: number; hasReason: boolean }

/** What may stand between a function and the comment above it: its `const`, `export` or property. */
const isAroundFunction = (node: t.Node) =>
  t.isVariableDeclarator(node) ||
  t.isVariableDeclaration(node) ||
  t.isExportNamedDeclaration(node) ||
  t.isExportDefaultDeclaration(node) ||
  t.isObjectProperty(node) ||
  t.isClassProperty(node)

/** Whether the comment that ends on the line above a node has a line that begins with `Long: `. */
const hasReason = ({ leadingComments, loc }: t.Node) => {
  const comment = leadingComments?.at(-1)
  return (
    comment?.type === 'CommentBlock' &&
    comment.loc?.end.line === (loc?.start.line ?? 0) - 1 &&
    /^\s*\*\s+Long: \S/m.test(comment.value)
  )
}

/** The functions of a file with more lines than `maxLines`, also those inside another function. */
export function longFunctionsIn({ path, text }: Source, maxLines: number): LongFunction[] {
  const file = parseSync(text, {
    filename: path,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  })
  if (!file) throw new Error(`${path} could not be parsed.`)
  const found: LongFunction[] = []
  t.traverse(file, (node, ancestors) => {
    if (!t.isFunction(node) || !node.loc) return
    const line = node.loc.start.line
    const lines = node.loc.end.line - line + 1
    if (lines <= maxLines) return
    const outside = ancestors.map((ancestor) => ancestor.node)
    const outer = outside[outside.findLastIndex((each) => !isAroundFunction(each)) + 1] ?? node
    found.push({ path, line, lines, hasReason: hasReason(outer) })
  })
  return found
}
