// Replaces the marked texts of pages (Lingui's macros) with texts of one language, during the build. So a
// browser neither looks up texts nor loads a second language.
import { transformSync, types as t } from '@babel/core'
import type { NodePath, PluginObj } from '@babel/core'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { makeConfig } from '@lingui/conf'

const MACRO_CONFIG = makeConfig({ locales: ['sw'], sourceLocale: 'en' }, { skipValidation: true })

/** The translation of an English text, or undefined if it has none. */
export type Lookup = (english: string, context: string | undefined) => string | undefined

type Values = Map<string, t.Expression>
type Message = { tokens: CompiledMessage; values: Values; elements: Map<string, t.JSXElement> }
type Child = t.JSXElement | t.JSXExpressionContainer

/** Functions that return their argument in English. The English build removes the calls. */
const NOTHING_IN_ENGLISH = new Set(['translate', 'pagePath', 'withoutLanguage', 'markedHtml'])

/** The English build drops an attribute whose value is one of these, or a call of one of these. */
const NO_ATTRIBUTE_IN_ENGLISH = new Set(['CONTENT_LANGUAGE', 'textLanguage', 'ifKiswahili'])
const isNothingInEnglish = (value: t.Node) => {
  const name = t.isCallExpression(value) ? value.callee : value
  return t.isIdentifier(name) && NO_ATTRIBUTE_IN_ENGLISH.has(name.name)
}

/** Imported constants that depend on the language, and the value that each has in the English build. */
const VALUES_IN_ENGLISH = new Map<string, t.Expression>([
  ['IS_KISWAHILI', t.booleanLiteral(false)],
  ['CONTENT_LANGUAGE', t.identifier('undefined')],
  ['READERS_LANGUAGE', t.identifier('undefined')],
])

const nameOf = (key: t.Node) => (t.isIdentifier(key) ? key.name : String((key as t.StringLiteral).value))
const propertiesOf = (object: t.Node | undefined) =>
  new Map(
    t.isObjectExpression(object)
      ? object.properties.flatMap((property) =>
          t.isObjectProperty(property) ? [[nameOf(property.key), property.value] as const] : [],
        )
      : [],
  )
const textIn = (node: t.Node | undefined) => {
  if (t.isStringLiteral(node)) return node.value
  return t.isTemplateLiteral(node) ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
}

/** The message object that Lingui's macro makes: `{ message, context, values, components }`. */
function messageOf(descriptor: t.ObjectExpression, lookup: Lookup): Message {
  const properties = propertiesOf(descriptor)
  const english = textIn(properties.get('message')) ?? ''
  const text = lookup(english, textIn(properties.get('context'))) ?? english
  return {
    tokens: compileMessage(text),
    values: new Map(propertiesOf(properties.get('values'))) as Values,
    elements: new Map(propertiesOf(properties.get('components'))) as Map<string, t.JSXElement>,
  }
}

const valueOf = (values: Values, name: string): t.Expression => {
  const value = values.get(name)
  if (!value) throw new Error(`the translation names a value {${name}} that the English text has not`)
  return t.cloneNode(value)
}

type Choices = Record<string, CompiledMessage | string>
/** English and Kiswahili have two plural forms: for the number one, and for every other number. */
function choiceOf(
  [name, format, choices]: [string, string?, unknown?],
  values: Values,
  make: (tokens: CompiledMessage, count: t.Expression) => t.Expression,
): t.Expression {
  if (format !== 'plural') throw new Error(`{${name}, ${format}} is not a plural`)
  const tokensOf = (choice: CompiledMessage | string | undefined): CompiledMessage =>
    typeof choice === 'string' ? [choice] : (choice ?? [])
  const { other, one: singular = other, ...exact } = choices as Choices
  const count = () => valueOf(values, name)
  let expression: t.Expression = make(tokensOf(other), count())
  if (singular !== other)
    expression = t.conditionalExpression(
      t.binaryExpression('===', count(), t.numericLiteral(1)),
      make(tokensOf(singular), count()),
      expression,
    )
  for (const [key, choice] of Object.entries(exact)) {
    if (!key.startsWith('=')) continue
    expression = t.conditionalExpression(
      t.binaryExpression('===', count(), t.numericLiteral(Number(key.slice(1)))),
      make(tokensOf(choice), count()),
      expression,
    )
  }
  return expression
}

/** Joins texts and values into one template literal. */
function templateOf(parts: (string | t.Expression)[]): t.Expression {
  const texts = ['']
  const expressions: t.Expression[] = []
  for (const part of parts) {
    if (typeof part === 'string') texts[texts.length - 1] += part
    else if (t.isStringLiteral(part)) texts[texts.length - 1] += part.value
    else {
      expressions.push(part)
      texts.push('')
    }
  }
  if (expressions.length === 0) return t.stringLiteral(texts.join(''))
  // A single text expression needs no template literal around it.
  const [only] = expressions
  if (texts.join('') === '' && (t.isConditionalExpression(only) || t.isTemplateLiteral(only))) return only
  return t.templateLiteral(
    texts.map((text, index) =>
      t.templateElement(
        { raw: text.replace(/[\\`]|\$(?=\{)/g, '\\$&'), cooked: text },
        index === texts.length - 1,
      ),
    ),
    expressions,
  )
}

/** The code for a translated message that contains no elements. */
function asExpression({ tokens, values }: Message, count?: t.Expression): t.Expression {
  return templateOf(
    tokens.map((token) => {
      if (token === '#' && count) return count
      if (typeof token === 'string') return token
      if (token.length === 1) return valueOf(values, token[0])
      return choiceOf(token as [string, string, unknown], values, (inner, number) =>
        asExpression({ tokens: inner, values, elements: new Map() }, number),
      )
    }),
  )
}

/** Element tags in a message: `<0>`, `</0>` or `<0/>`. The numbers name the elements. */
const TAG = /<(\/?)(\w+)(\/?)>/g
const holdsElement = (tokens: unknown): boolean => /<\w+\/?>/.test(JSON.stringify(tokens))

/** The JSX children that replace a message between the tags of its element. */
function asChildren({ tokens, values, elements }: Message, count?: t.Expression): Child[] {
  const root: Child[] = []
  const open: { children: Child[] }[] = [{ children: root }]
  const put = (child: Child) => void open.at(-1)?.children.push(child)
  const putText = (text: string) => {
    if (text) put(t.jsxExpressionContainer(t.stringLiteral(text)))
  }
  const enter = (name: string, isClosed: boolean) => {
    const element = elements.get(name)
    if (!element) throw new Error(`the translation has an element <${name}> that the English text has not`)
    const copy = t.cloneNode(element)
    put(copy)
    if (isClosed) return
    copy.openingElement.selfClosing = false
    copy.closingElement = t.jsxClosingElement(t.cloneNode(copy.openingElement.name))
    copy.children = []
    open.push({ children: copy.children as Child[] })
  }
  const readText = (text: string) => {
    let from = 0
    for (const { index, 0: tag, 1: isEnd, 2: name = '', 3: isClosed } of text.matchAll(TAG)) {
      putText(text.slice(from, index))
      from = index + tag.length
      if (isEnd) open.pop()
      else enter(name, isClosed === '/')
    }
    putText(text.slice(from))
  }
  for (const token of tokens) {
    if (token === '#' && count) put(t.jsxExpressionContainer(t.cloneNode(count)))
    else if (typeof token === 'string') readText(token)
    else if (token.length === 1) put(t.jsxExpressionContainer(valueOf(values, token[0])))
    else {
      const isPlain = !holdsElement(token[2])
      put(
        t.jsxExpressionContainer(
          choiceOf(token as [string, string, unknown], values, (inner, number) => {
            const message = { tokens: inner, values, elements }
            return isPlain ? asExpression(message, number) : asNode(asChildren(message, number))
          }),
        ),
      )
    }
  }
  return root
}

/** The JSX children as one expression. */
function asNode(children: Child[]): t.Expression {
  const [only] = children
  if (children.length === 1 && only) return t.isJSXElement(only) ? only : (only.expression as t.Expression)
  return t.jsxFragment(t.jsxOpeningFragment(), t.jsxClosingFragment(), children)
}

/** Lingui's macro marks each object that it makes with the comment `i18n`. */
const isDescriptor = (node: t.Node) =>
  node.leadingComments?.some(({ value }) => value.trim() === '* i18n' || value.trim() === 'i18n') === true

function replaceDescriptor(path: NodePath<t.ObjectExpression>, lookup: Lookup) {
  const message = messageOf(path.node, lookup)
  const { parentPath } = path
  if (parentPath.isCallExpression()) return void parentPath.replaceWith(asExpression(message))
  const element = parentPath.findParent((parent) => parent.isJSXElement())
  if (!element) throw path.buildCodeFrameError('a marked text without an element')
  const children = asChildren(message)
  const parent = element.parent
  if (!t.isJSXElement(parent) && !t.isJSXFragment(parent)) return void element.replaceWith(asNode(children))
  parent.children.splice(parent.children.indexOf(element.node as t.JSXElement), 1, ...children)
}

/** Removes the code that only the Kiswahili build needs. */
function leaveOutTranslation(program: NodePath<t.Program>) {
  program.traverse({
    CallExpression(path) {
      const { callee, arguments: args } = path.node
      const [argument] = args
      if (!t.isIdentifier(callee) || !NOTHING_IN_ENGLISH.has(callee.name) || !t.isExpression(argument)) return
      if (path.scope.getBinding(callee.name)?.kind === 'module') path.replaceWith(argument)
    },
    JSXAttribute(path) {
      const { value } = path.node
      if (t.isJSXExpressionContainer(value) && isNothingInEnglish(value.expression)) path.remove()
    },
    ReferencedIdentifier(path) {
      const value = VALUES_IN_ENGLISH.get((path.node as t.Identifier).name)
      if (value && path.scope.getBinding((path.node as t.Identifier).name)?.kind === 'module')
        path.replaceWith(t.cloneNode(value))
    },
  })
}

/** Imports that are unused after the replacement: macros, and functions that English does without. */
function removeUnusedImports(program: NodePath<t.Program>) {
  program.scope.crawl()
  program.traverse({
    ImportDeclaration(path) {
      const { source } = path.node
      if (!/^@lingui\/|\/language\/(?:translate|paths)\.ts$|^\.\/translate\.ts$/.test(source.value)) return
      for (const specifier of path.get('specifiers')) {
        const binding = program.scope.getBinding(specifier.node.local.name)
        if (!binding?.referenced || source.value.startsWith('@lingui/')) specifier.remove()
      }
      if (path.node.specifiers.length === 0) path.remove()
    },
  })
}

const inlineTexts = (lookup: Lookup, isEnglish: boolean): PluginObj => ({
  visitor: {
    Program: {
      exit(program) {
        const descriptors: NodePath<t.ObjectExpression>[] = []
        program.traverse({
          ObjectExpression(path) {
            if (isDescriptor(path.node)) descriptors.push(path)
          },
        })
        // Replace the last text first. A text inside another text's value is then replaced before that value
        // is copied.
        for (const path of descriptors.reverse()) replaceDescriptor(path, lookup)
        if (isEnglish) leaveOutTranslation(program)
        removeUnusedImports(program)
      },
    },
  },
})

/** Whether a file has texts to translate. */
export const hasTexts = (code: string): boolean =>
  /@lingui\/|\/language\/(?:translate|paths)\.ts|'\.\/translate\.ts'/.test(code)

/** A file of web/ with its marked texts in the language of `lookup`, or in English without `lookup`. */
export function withTexts(path: string, code: string, lookup: Lookup | undefined) {
  const result = transformSync(code, {
    filename: path,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [
      [linguiMacro, { descriptorFields: 'message', linguiConfig: MACRO_CONFIG }],
      inlineTexts(lookup ?? (() => undefined), lookup === undefined),
    ],
  })
  return { code: result?.code ?? code, map: result?.map ?? null }
}
