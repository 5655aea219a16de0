// Finds the sentences of contract/ and of the emails. They stay English in the code and are translated when
// they are shown. Values in a sentence become `{0}`, `{1}`.
import { parseSync, Visitor } from 'vite'

// The nodes of the parser are a union, and are told apart by their type.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyNode = any

/** Object keys whose values are for engineers, such as the description or the address of an API call. */
const FOR_ENGINEERS = /^(?:summary|description|path|method|example|pattern|format|topic|kind|key)$/
/** Matches a text for programs: `a=b`, `jobs/list.ts`, `GET /api/` or `select id`; not `Select a county`. */
const CODE_LIKE =
  /[<>]|=>|\w=\S|^[\w./:-]+\.[\w/-]+$|^(?:GET|POST|PUT|PATCH|DELETE) |^select |^insert |^update |^delete |^with /
const HOLE = /\{\d\}/g

const words = (text: string) => text.replace(HOLE, '').match(/[A-Za-z]{2,}/g) ?? []
/** Matches a greeting or a label: `Hello,` or `Dear {0},` or `Why: {0}`. */
const GREETING_OR_START = /^[A-Z][a-z]+(?:,| \{0\},|: \{0\})$/
/**
 * Whether people read the text. It must be a greeting, at least two words, or one word with a capital letter.
 */
const isForPeople = (text: string) =>
  !CODE_LIKE.test(text) &&
  (GREETING_OR_START.test(text) ||
    (/ /.test(text.trim()) ? words(text).length >= 2 : /^[A-Z][a-z]+[.:…]*$/.test(text)))

const templateText = ({ quasis }: AnyNode): string =>
  quasis
    .map(
      ({ value }: AnyNode, index: number) =>
        (value.cooked ?? '') + (index < quasis.length - 1 ? `{${index}}` : ''),
    )
    .join('')

/** All texts of a file that people read, each with its line. */
export function sentencesIn(path: string, source: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  const skipped: AnyNode[] = []
  const isSkipped = ({ start, end }: AnyNode) =>
    skipped.some((range) => range.start <= start && end <= range.end)
  const add = (node: AnyNode, text: string) => {
    const trimmed = text.trim()
    if (!isSkipped(node) && isForPeople(trimmed))
      found.push({ text: trimmed, line: source.slice(0, node.start).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: (node) => void skipped.push(node),
    TSLiteralType: (node) => void skipped.push(node),
    TaggedTemplateExpression: (node) => void skipped.push(node.quasi),
    NewExpression(node: AnyNode) {
      if (/^(?:RegExp|\w*Error)$/.test(node.callee.name ?? '')) skipped.push(node)
    },
    BinaryExpression(node: AnyNode) {
      if (/^[!=]==$/.test(node.operator)) skipped.push(node.left, node.right)
    },
    Property(node: AnyNode) {
      if (FOR_ENGINEERS.test(node.key.name ?? node.key.value ?? '')) skipped.push(node.value)
      if (node.key.type === 'Literal') skipped.push(node.key)
    },
    Literal(node: AnyNode) {
      if (typeof node.value === 'string') add(node, node.value)
    },
    TemplateLiteral: (node: AnyNode) => add(node, templateText(node)),
  }).visit(parseSync(path, source).program)
  return found
}
