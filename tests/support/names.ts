// Finds the names in the code that an engineer reads. It uses the parser of Vite, because TypeScript 7 has no
// stable interface for programs.
import { basename, dirname } from 'node:path'
import { parseSync, Visitor } from 'vite'
import type { NamePlace } from '../../bin/vocabulary.ts'
import type { Source } from './source.ts'

/** A name, the kind of place where it occurs, and the file in which it occurs. */
export type FoundName = { place: NamePlace; name: string; path: string }

// The nodes of the syntax tree are a union of many, which are told apart by their type.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyNode = any

/** The names that a destructuring pattern binds: `{ a, b: [c], ...d }` binds a, c and d. */
const boundNames = (pattern: AnyNode): string[] => {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter)
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames)
    case 'ObjectPattern':
      return pattern.properties.flatMap((property: AnyNode) => boundNames(property.value ?? property))
    default:
      return []
  }
}

/** The keys of an object literal, and of the objects in it. A key in quotes is a code, and not a name. */
const keysOf = (node: AnyNode): string[] => {
  if (node?.expression && node.type.startsWith('TS')) return keysOf(node.expression)
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap(({ key, computed, value }: AnyNode) => [
    ...(key?.name && !computed ? [key.name] : []),
    ...keysOf(value),
  ])
}

/** The log events that a value may be: `full ? 'disk.full' : 'disk.free'` may be two. */
const eventsIn = (node: AnyNode): string[] => {
  if (node?.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(eventsIn)
  return node?.type === 'Literal' && /^[a-z_]+\.[a-z_]+$/.test(String(node.value)) ? [node.value] : []
}

/** All names in a TypeScript file, including the file's own name. */
export function namesOfCode({ path, text }: Pick<Source, 'path' | 'text'>): FoundName[] {
  const found: FoundName[] = [
    { place: 'file', name: basename(path).replace(/\.\w+$/, ''), path },
    { place: 'folder', name: basename(dirname(path)), path },
  ]
  const add = (place: NamePlace, names: string[]) => {
    for (const name of names) found.push({ place, name, path })
  }
  const addParameters = ({ params }: AnyNode) => add('parameter', params.flatMap(boundNames))
  // An export is visited before what it declares, so its names are known there.
  const exported = new Set<string>()
  const addExport = ({ declaration }: AnyNode) => {
    if (!declaration) return
    const declared = declaration.declarations ?? [declaration]
    const names: string[] = declared.flatMap(({ id }: AnyNode) => boundNames(id))
    for (const name of names) exported.add(name)
    add('exported name', names)
  }
  const addOwn = (place: 'type' | 'function', { id }: AnyNode) =>
    add(
      place,
      boundNames(id).filter((name) => !exported.has(name)),
    )
  const addType = (declared: AnyNode) => addOwn('type', declared)
  new Visitor({
    ExportNamedDeclaration: addExport,
    ExportDefaultDeclaration: addExport,
    ArrowFunctionExpression: addParameters,
    FunctionDeclaration(declared) {
      addOwn('function', declared)
      addParameters(declared)
    },
    FunctionExpression: addParameters,
    ClassDeclaration: addType,
    TSInterfaceDeclaration: addType,
    TSTypeAliasDeclaration: addType,
    VariableDeclarator({ id, init }: AnyNode) {
      add('variable', boundNames(id))
      if (exported.has(id.name) || /^[A-Z][A-Z\d_]*$/.test(id.name)) add('key', keysOf(init))
    },
    CatchClause: ({ param }) => add('variable', boundNames(param)),
    JSXOpeningElement({ name: element, attributes }: AnyNode) {
      // Ignore the plural forms of Lingui's `<Plural>`: the Unicode consortium named them.
      if (element.name === 'Plural') return
      for (const { name } of attributes) if (name?.type === 'JSXIdentifier') add('prop', [name.name])
    },
    // These are calls of `log`, and of functions that log for others, such as `logByMinute`.
    CallExpression({ callee, arguments: values }: AnyNode) {
      const called = callee.property?.name ?? callee.name
      if (/^log(?![a-z])/.test(called)) add('log event', values.flatMap(eventsIn))
    },
    // The event that a worker logs when a pass fails.
    Property({ key, value }: AnyNode) {
      if (key.name === 'failureEvent') add('log event', eventsIn(value))
    },
  }).visit(parseSync(path, text).program)
  return found
}

/** The class names in a style sheet. */
export const namesOfSheet = ({ path, text }: Pick<Source, 'path' | 'text'>): FoundName[] =>
  [
    ...text
      .replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g, '')
      .matchAll(/\.([A-Za-z_][\w-]*)(?=[^{};]*\{)/g),
  ].map(([, name = '']) => ({ place: 'CSS class', name, path }))
