import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Which test files share a process.

const root = join(import.meta.dirname, '..')
/** Whether it is a cluster test: these start many programs and measure them. */
export const isCluster = (file: string) => file.startsWith('tests/cluster/')

/**
 * A file has a process of its own if it starts programs, measures its process or changes its clock. The
 * comment `// Alone: <reason>` asks for the same. The other files share processes, because starting a process
 * and loading the portal costs more than most of their tests.
 */
const ALONE =
  /^\/\/ Alone: |support\/(?:program|storm|strace)\.ts|(?<!\b(?:t|context)\.)mock\.|globalThis|process\.(?:exit|on|chdir|memoryUsage|cpuUsage)|process\.env\S* =|(?:performance|Date)\.now =|\bspawn\(|node:(?:worker_threads|v8|perf_hooks)/m
/** How many test files share a process. */
const FILES_OF_GROUP = 18
// The folder of the generated files that import the test files of a group. It is not in node_modules: if that
// folder is a link, relative imports would lead to another checkout.
const GROUPS = join(root, 'build/.test-groups')

/**
 * Puts test files into groups of similar size: the longest file first, each into the group with the least
 * text.
 */
function groupsOfSameLength(files: string[], lengthOf: (file: string) => number): string[][] {
  const groups = Array.from({ length: Math.ceil(files.length / FILES_OF_GROUP) }, () => ({
    length: 0,
    files: [] as string[],
  }))
  for (const file of files.toSorted((left, right) => lengthOf(right) - lengthOf(left))) {
    const shortest = groups.reduce((left, right) => (right.length < left.length ? right : left))
    shortest.files.push(file)
    shortest.length += lengthOf(file)
  }
  return groups.map(({ files }) => files)
}

/**
 * Puts test files into groups, and writes a file for each group. `order`: the files to run, each in its own
 * process. `together`: the test files that are in a group.
 */
export function groupsOf(files: string[]): { order: string[]; together: string[] } {
  rmSync(GROUPS, { recursive: true, force: true })
  mkdirSync(GROUPS, { recursive: true })
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const textOf = (file: string) => texts.get(file) ?? ''
  const lengthOf = (file: string) => textOf(file).length
  const alone = files.filter((file) => isCluster(file) || ALONE.test(textOf(file)))
  const together = files.filter((file) => !alone.includes(file))
  const groups = groupsOfSameLength(together, lengthOf).map((part, index) => {
    const group = join(GROUPS, `${index + 1}.mjs`)
    writeFileSync(
      group,
      `import { several } from '../../tests/support/several.ts'\nseveral(${JSON.stringify(part, undefined, 2)})\n`,
    )
    return group
  })
  // The longest files start first, so that no long file runs alone at the end.
  const order = [...groups, ...alone.toSorted((left, right) => lengthOf(right) - lengthOf(left))]
  return { order, together }
}
