// Finds the texts that people read in TypeScript: strings, templates, and the text and attributes of pages.
// It uses the parser of Vite, because TypeScript 7 has no stable interface for programs.
import { parseSync, Visitor } from 'vite'
import { countWords, type Sentence, VALUE } from './rules.ts'

type Node = { type: string; start: number; end: number }
// The children of JSX are a union of many nodes, which are told apart by their type.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyNode = any
/** One text of a page, and the syntax node where it starts. A link at its end needs no full stop. */
type Run = { node: Node; text: string; endsInLink?: boolean }
/** `consumed`: syntax nodes that were already read as part of a sentence around them. */
type File = { source: string; consumed: Set<Node> }

/**
 * HTML elements that occur within a sentence, such as links. Any other element ends the sentence before it.
 */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'code',
  'em',
  'i',
  'kbd',
  'mark',
  'output',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'var',
  'A',
  'Link',
  'NavLink',
  'JobLink',
  'Trans',
])
/** Elements that are links. */
const LINKS = new Set(['a', 'A', 'Link', 'NavLink', 'JobLink'])
/** HTML attributes that people read or hear, such as `label` and `aria-label`; not `name`. */
const TEXT_ATTRIBUTES =
  /^(?:label|title|alt|placeholder|hint|legend|heading|summary|text|empty|message|description|aria-(?:label|description|roledescription|valuetext))$/
/** HTML attributes for programs, such as `className` and `href`; not `title`. */
const CODE_ATTRIBUTES = /^(?:\w*[cC]lass(?:Name)?|style|d|id|href|to|src|sizes|name|key|type|autoComplete)$/
/** Calls whose texts are for programs or engineers: `deps.log.warn`, `root.querySelector`; not `setTitle`. */
const FOR_MACHINES =
  /^(?:log|(?!console\b).*\.log|.*[Ll]ogger)\.\w+$|^(?:.*\.)?(?:querySelector(?:All)?|matches|closest|RegExp|matchMedia|raw|postMessage|classList\.\w+|cx)$/
/** Objects whose texts are for programs or engineers: `new TypeError`; not errors that operators read. */
const OF_PROGRAM = /^(?:RegExp|(?!(?:Config|Settings)Error$)\w*Error)$/
/** The full stop of "p.m." can also end the sentence. */
const ENDS_IN_FULL_STOP = /^(?:clockTime|clockTimeInFull|shortMoment|pastMoment|hourInWords)\(/

const isSentence = (text: string) =>
  countWords(text) >= 2 &&
  /[A-Za-z]{2}/.test(text) &&
  // SQL queries, commands, security policies, styles, markup and addresses are not sentences.
  !/^(?:select|insert into|delete from|create|alter|copy|lock|curl) |^update \w+ set /.test(text) &&
  // Values in braces do not count here: `{count} jobs` is a text for people, `max-width: 3rem;` is not.
  !/[{}<>]|=>|&&|\w=\S|^[\w./-]+$|^(?:GET|POST|PUT|PATCH|DELETE) |;$|^[\w-]+: \S+;/.test(
    text.replaceAll(VALUE, ''),
  )

const textOf = ({ start, end }: Node, source: string) => source.slice(start, end)

/**
 * The text as a page shows it. JSX drops white space with a line break at the ends, and makes one space of it
 * inside.
 */
const jsxText = (raw: string) => raw.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ')

const valueText = (expression: Node, source: string) =>
  ENDS_IN_FULL_STOP.test(textOf(expression, source)) ? `${VALUE}p.m.` : VALUE

const templateText = ({ quasis, expressions }: AnyNode, source: string): string =>
  quasis
    .map(
      ({ value }: AnyNode, index: number) =>
        (value.cooked ?? '') + (expressions[index] ? valueText(expressions[index], source) : ''),
    )
    .join('')

/** Whether a template's tag is Lingui's macro, which marks a text to translate. */
const isMarked = (node: AnyNode, source: string) =>
  node.type === 'TaggedTemplateExpression' && textOf(node.tag, source) === 't'

/** The text that an expression adds to the sentence around it. With `consumed`, no text is read twice. */
const expressionText = (expression: AnyNode, { source, consumed }: File): string => {
  if (expression.type === 'JSXEmptyExpression') return ''
  if (expression.type === 'Literal' && typeof expression.value === 'string') {
    consumed.add(expression)
    return expression.value
  }
  const template = isMarked(expression, source) ? expression.quasi : expression
  if (template.type !== 'TemplateLiteral') return valueText(expression, source)
  consumed.add(template)
  return templateText(template, source)
}

/** The texts of an element's children. A child element ends the text before it, unless it is inline. */
const runsOf = (children: AnyNode[], file: File): Run[] => {
  const runs: Run[] = []
  let open: Run | undefined
  /** Adds a piece to the current text, or starts a new text. */
  const put = (node: Node, text: string) => {
    open ??= { node, text: '' }
    open.text += text
    if (text.trim()) open.endsInLink = false
  }
  const close = () => {
    if (open?.text.replaceAll(VALUE, '').trim()) runs.push(open)
    open = undefined
  }
  const walk = (nodes: AnyNode[]) => {
    for (const child of nodes) {
      if (child.type === 'JSXText') put(child, jsxText(child.value))
      else if (child.type === 'JSXExpressionContainer') put(child, expressionText(child.expression, file))
      else if (child.type === 'JSXElement' && INLINE.has(textOf(child.openingElement.name, file.source))) {
        file.consumed.add(child)
        walk(child.children)
        if (open && LINKS.has(textOf(child.openingElement.name, file.source))) open.endsInLink = true
      } else close()
    }
  }
  walk(children)
  close()
  return runs
}

/** Whether people do not read the texts of this call. */
const isForPrograms = (path: string, called: string) => {
  // People read what a program prints. In a browser, only developers open the console.
  const isForDevelopers = path.startsWith('web/') && called.startsWith('console.')
  return isForDevelopers || FOR_MACHINES.test(called)
}

/** All texts of a TypeScript file that people read, each with its line. */
export const textsOfCode = (path: string, source: string): Sentence[] => {
  const found: Sentence[] = []
  // Ignore texts inside these syntax nodes, because they are for programs.
  const skipped: Node[] = []
  const consumed = new Set<Node>()
  const isSkipped = ({ start, end }: Node) =>
    skipped.some((range) => range.start <= start && end <= range.end)
  // Check a label even of one word, but any other string only if it looks like a sentence.
  const add = (node: Node, text: string, isLabel = false, isFragment = false) => {
    // The indentation of a line stays, because it shows the items of a list.
    const plain = text.replace(/(?<!^|\s)[ \t]+/gm, ' ').trim()
    if (isLabel ? /[A-Za-z]{2}/.test(plain) : isSentence(plain))
      found.push({ path, line: source.slice(0, node.start).split('\n').length, text: plain, isFragment })
  }
  const readElement = (node: Node & { children: AnyNode[] }) => {
    if (consumed.has(node)) return
    for (const run of runsOf(node.children, { source, consumed }))
      add(run.node, run.text, true, run.endsInLink)
  }

  new Visitor({
    ImportDeclaration: (node) => void skipped.push(node),
    TSLiteralType: (node) => void skipped.push(node),
    TaggedTemplateExpression(node) {
      if (!isMarked(node, source)) skipped.push(node.quasi)
      else if (!consumed.has(node.quasi)) {
        // A marked text is for people, also in an attribute that is usually for programs, such as `name`.
        consumed.add(node.quasi)
        add(node.quasi, templateText(node.quasi, source), true)
      }
    },
    CallExpression(node) {
      if (isForPrograms(path, textOf(node.callee, source))) skipped.push(node)
    },
    NewExpression(node) {
      if (OF_PROGRAM.test(textOf(node.callee, source))) skipped.push(node)
    },
    JSXAttribute({ name, value }) {
      if (!value) return
      const attribute = textOf(name, source)
      if (CODE_ATTRIBUTES.test(attribute)) skipped.push(value)
      else if (value.type === 'Literal') {
        consumed.add(value)
        const text = String(value.value)
        if (TEXT_ATTRIBUTES.test(attribute) || /^[A-Z“"].* /.test(text)) add(value, text, true)
      } else if (TEXT_ATTRIBUTES.test(attribute) && isMarked((value as AnyNode).expression ?? value, source))
        add(value, expressionText((value as AnyNode).expression, { source, consumed }), true)
    },
    JSXElement: readElement,
    JSXFragment: readElement,
    Literal(node) {
      if (typeof node.value === 'string' && !consumed.has(node) && !isSkipped(node)) add(node, node.value)
    },
    TemplateLiteral(node) {
      if (!consumed.has(node) && !isSkipped(node)) add(node, templateText(node, source))
    },
  }).visit(parseSync(path, source).program)
  return found
}
