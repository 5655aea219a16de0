// Finds the titles of tests. A report of failed tests shows them, so a newcomer reads them first.
import { type ESTree, parseSync, Visitor } from 'vite'
import { type Sentence, VALUE } from '../../bin/sentences/rules.ts'
import type { Source } from './source.ts'

/** Whether a call declares a test or a group: `test`, `describe.skip` or `test.describe.serial`. */
const declaresTest = (callee: ESTree.Expression | ESTree.Super): boolean =>
  callee.type === 'MemberExpression'
    ? declaresTest(callee.object)
    : callee.type === 'Identifier' && ['describe', 'test'].includes(callee.name)

/** The title as it is written, with a mark for each value, or null if the test computes it. */
const titleOf = (argument: ESTree.Argument | undefined) => {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value
  if (argument?.type === 'TemplateLiteral')
    return argument.quasis.map(({ value }) => value.cooked ?? value.raw).join(VALUE)
  return null
}

/** The titles of the tests and groups in a file. */
export function titlesIn({ path, text }: Pick<Source, 'path' | 'text'>): Sentence[] {
  const found: Sentence[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const words = declaresTest(callee) ? titleOf(title) : null
      if (title && words !== null)
        // A title ends without a full stop.
        found.push({
          path,
          line: text.slice(0, title.start).split('\n').length,
          text: words,
          isFragment: true,
        })
    },
  }).visit(parseSync(path, text).program)
  return found
}
