import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Source = { path: string; text: string; imports: Import[] }
/** An import of a source file. `to`: a path from the root for our own files, a package name for others. */
type Import = { to: string; own: boolean; typeOnly: boolean }

/**
 * Matches imports at the start of a line: `import type { A } from './a.ts'`, `export * from './a.ts'` or
 * `import './a.ts'`.
 */
const IMPORT = /^\s*(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
/** Matches a dynamic import, `import('./a.ts')`, also with a comment before the path. */
const CALLED = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?'([^']+)'\s*\)/g

const importOf = (path: string, specifier: string, typeOnly: boolean): Import => {
  if (specifier.startsWith('#contract/')) return { to: specifier.slice(1), own: true, typeOnly }
  if (!specifier.startsWith('.')) return { to: specifier, own: false, typeOnly }
  return { to: relative(root, resolve(root, dirname(path), specifier)), own: true, typeOnly }
}

const read = (path: string): Source => {
  const text = readFileSync(join(root, path), 'utf8')
  const imports = [
    ...[...text.matchAll(IMPORT)].map(([, , type, specifier = '']) =>
      importOf(path, specifier, type !== undefined),
    ),
    ...[...text.matchAll(CALLED)].map(([, specifier = '']) => importOf(path, specifier, false)),
  ]
  // Leave out style sheets, and the page types that React Router generates.
  return { path, text, imports: imports.filter(({ to }) => !/\/\+types\/|\.css(?:\?\w+)?$/.test(to)) }
}

/** Reads the project's files that match a pattern, with their imports. */
export const sources = (...patterns: string[]): Source[] => globSync(patterns, { cwd: root }).sort().map(read)
