// Finds the exports of a file, and the files that import each of them. The parser of Vite lists imports and
// exports without a syntax tree, which is quick.
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import type { Source } from './source.ts'

type Code = Pick<Source, 'path' | 'text'>
/** An export. `users`: the other files that import it. `isUsedInFile`: its own file uses it. */
type Export = { path: string; name: string; users: string[]; isUsedInFile: boolean }
/** An import. `names`: what it takes from the file `to`; undefined when it takes the file as a whole. */
type Taken = { to: string; names: string[] | undefined; by: Code }

const root = join(import.meta.dirname, '../..')
const targetOf = (path: string, specifier: string) =>
  specifier.startsWith('#contract/')
    ? specifier.slice(1)
    : relative(root, resolve(root, dirname(path), specifier.replace(/\?\w+$/, '')))

/** Matches a dynamic import or the type of one, also with a comment before the path. */
const CALLED = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?'([.#][^']+)'\s*\)/g

type Parsed = ReturnType<typeof parseSync>['module']
/** The entries of an import or of an export from another file. */
type Entry = { importName: { kind: string; name: string | null } }

const namesOf = (entries: Entry[]) =>
  entries.every(({ importName: { kind } }) => kind === 'Name' || kind === 'Default')
    ? entries.map(({ importName: { name } }) => name ?? 'default')
    : undefined

/** What a file takes from others: by imports, by exports from them, and by dynamic imports. */
const takenBy = (code: Code, { staticImports, staticExports }: Parsed): Taken[] =>
  [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      names: namesOf(entries),
    })),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .map((entry) => ({ from: entry.moduleRequest?.value ?? '', names: namesOf([entry]) })),
    ...[...code.text.matchAll(CALLED)].map(([, from = '']) => ({ from, names: undefined })),
  ]
    .filter(({ from }) => /^[.#]/.test(from))
    .map(({ from, names }) => ({ to: targetOf(code.path, from), names, by: code }))

const occurrences = (text: string, name: string) =>
  text.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length - 1

/** The exports of these files, with their users among the files. */
export function exportsOf(files: Code[]): Export[] {
  const parsed = files.map((code) => ({ code, module: parseSync(code.path, code.text).module }))
  const takenFrom = Map.groupBy(
    parsed.flatMap(({ code, module }) => takenBy(code, module)),
    ({ to }) => to,
  )
  return parsed.flatMap(({ code: { path, text }, module }) => {
    const taken = takenFrom.get(path) ?? []
    return module.staticExports
      .flatMap(({ entries }) => entries)
      .map(({ exportName }) => exportName.name ?? 'default')
      .map((name) => ({
        path,
        name,
        users: taken
          .filter(({ names, by }) => names?.includes(name) ?? occurrences(by.text, name) > 0)
          .map(({ by }) => by.path),
        isUsedInFile: occurrences(text, name) > 1,
      }))
  })
}
