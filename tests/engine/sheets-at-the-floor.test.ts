import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import postcss, { type AtRule, type Declaration, type Rule } from 'postcss'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * CSS that at least one browser of `BROWSER_FLOOR` lacks, from MDN's browser-compat-data 8.1.9. The names in
 * a list are separated by spaces.
 */
const NEWER = JSON.parse(read('tests/support/css-newer-than-floor.json')) as Record<string, string> & {
  values: Record<string, string>
}
const named = (list = '') => new Set(list.split(' '))
const [atRules, inFontFace, selectors, properties, functions] = [
  named(NEWER['at-rules']),
  named(NEWER['font-face']),
  named(NEWER.selectors),
  named(NEWER.properties),
  named(NEWER.functions),
]
const units = new RegExp(`(?<![\\w-])[\\d.]+(?:${NEWER.units?.replaceAll(' ', '|')})(?!\\w)`, 'g')

/**
 * Newer CSS that is allowed, and what an older browser does without it. The page can be used anyway. A shape
 * is compared with the path of a sheet, a selector and the newer part: `web/a.css .b { hyphens`.
 */
const DECORATIONS: [shape: RegExp, instead: string][] = [
  [/ \{ text-wrap$/, 'lines break where they are full'],
  [/ \{ hyphens$/, 'a long word breaks without a hyphen (overflow-wrap)'],
  [/ \{ overscroll-behavior$/, 'at the end of a list the page scrolls on'],
  [/ \{ forced-color-adjust$/, 'the colours a person has chosen'],
  [/\.chat textarea\.input \{ field-sizing$/, 'the box keeps its height and scrolls'],
  [/ \{ font-family: ui-monospace$/, 'the next font of the list'],
  [
    /tokens\.css  \{ (?:size-adjust|ascent-override|descent-override)$/,
    'lines move a little when the font comes',
  ],
  [/\.viewer-words \{ text-size-adjust$/, 'its prefixed name, which stands before it'],
  [/ \{ print-color-adjust$/, 'its prefixed name, or paper without its tints'],
  [/ \{ (?:@page|size|page)$/, 'paper of the printer’s own choice'],
  [
    /\.(?:tbl|review-pair)[^{]*:has\(\.(?:btn|st-name|review-ways)\)[^{]* \{ :has$/,
    'words stand at the top of their row and not in its middle',
  ],
]

/** The newer parts of a CSS declaration: its property, or parts of its value. */
const newerIn = ({ prop, value, parent }: Declaration) => {
  if (parent?.type === 'atrule' && (parent as AtRule).name === 'font-face')
    return inFontFace.has(prop) ? [prop] : []
  const called = [...value.matchAll(/([a-z-]+)\(/g)]
    .map(([, name = '']) => name)
    .filter((name) => functions.has(name))
  const words = (NEWER.values[prop] ?? '').split(' ').filter((word) => value.split(/[\s,/]+/).includes(word))
  const found = [
    ...called.map((name) => `${name}()`),
    ...words,
    ...(value.match(units) ?? []),
    ...(/\bfrom (?:var|#|rgb|hsl)/.test(value) ? ['from'] : []),
  ]
  return properties.has(prop) ? [prop] : found.map((name) => `${prop}: ${name}`)
}
/** The same property with an older value precedes this declaration, so older browsers use that. */
const hasFallback = (entry: Declaration) => {
  const before = entry.parent?.nodes.slice(0, entry.parent.index(entry)) ?? []
  return (
    !properties.has(entry.prop) &&
    before.some((other) => other.type === 'decl' && other.prop === entry.prop && newerIn(other).length === 0)
  )
}
const newerInSelector = ({ selector, parent }: Rule) => [
  ...[...selector.matchAll(/::?([a-z-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => selectors.has(name))
    .map((name) => `:${name}`),
  ...(/:nth-(?:last-)?child\([^)]* of /.test(selector) ? ['nth-child(of)'] : []),
  ...(parent?.type === 'rule' || selector.includes('&') ? ['nesting'] : []),
]

type Found = { where: string; what: string }
/** The newer CSS of a style sheet that is not inside @supports, with the place of each. */
function newer(path: string): Found[] {
  const found: Found[] = []
  const isGuarded = (node: { parent?: unknown }): boolean => {
    const parent = node.parent as (AtRule & { parent?: unknown }) | undefined
    return (
      parent !== undefined && ((parent.type === 'atrule' && parent.name === 'supports') || isGuarded(parent))
    )
  }
  const put = (node: { parent?: unknown }, where: string, names: string[]) => {
    if (!isGuarded(node)) found.push(...names.map((what) => ({ where: `${path} ${where}`, what })))
  }
  postcss.parse(read(path)).walk((node) => {
    if (node.type === 'rule') put(node, node.selector, newerInSelector(node))
    if (node.type === 'decl' && !hasFallback(node))
      put(node, (node.parent as Rule).selector ?? '', newerIn(node))
    // Chrome 104 and Safari 16.4 introduced comparisons of widths in media queries.
    if (node.type === 'atrule')
      put(node, node.params, [
        ...(atRules.has(node.name) ? [`@${node.name}`] : []),
        ...(/[<>]/.test(node.params) ? ['a range'] : []),
      ])
  })
  return found
}

describe('sheets work in the oldest browsers', () => {
  const all = globSync('web/**/*.css', { cwd: root }).sort()
  test('newer CSS is only inside @supports, except for the decorations in the list', () => {
    assert.ok(all.length > 20)
    const found = all.flatMap(newer)
    assert.deepEqual(
      found
        .filter(({ where, what }) => !DECORATIONS.some(([shape]) => shape.test(`${where} { ${what}`)))
        .map(({ where, what }) => `${where} { ${what}`),
      [],
    )
    // Each allowed exception must still be needed by a style sheet.
    const unused = DECORATIONS.filter(
      ([shape]) => !found.some(({ where, what }) => shape.test(`${where} { ${what}`)),
    )
    assert.deepEqual(unused, [])
  })
})
