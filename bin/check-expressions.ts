// Checks that each regular expression of contract/ and server/ takes linear time for any text (T14). One
// check takes seconds, so safe-expressions.txt stores the hashes of expressions that passed.
// bounded-expressions.txt lists expressions that are not linear but only receive short text, each with the
// reason.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

// Use the JavaScript version of the checker `recheck`, because its native programs are not installed.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

const root = join(import.meta.dirname, '..')
const safeFile = join(import.meta.dirname, 'safe-expressions.txt')
const TIMEOUT_MS = 30_000

/** Files whose regular expressions never receive long text from outside, each with the reason. */
const ALLOWED: [path: RegExp, reason: string][] = [
  [/^server\/http\/policy\.ts/, 'our own pages and policy, where foreign text is escaped'],
  [/^server\/accounts\/known-passwords\.ts/, 'a password has at most 128 characters'],
]

type Expression = { source: string; flags: string; path: string }
const found: Expression[] = []

// Records the expressions that a module makes with `new RegExp` while it is imported.
let importedPath: string | undefined
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args: [string | RegExp, string?]) {
    const { source, flags } = new target(...args)
    if (importedPath) found.push({ source, flags, path: importedPath })
    return new target(...args)
  },
})

for (const path of globSync('{contract,server}/**/*.ts', { cwd: root }).sort()) {
  if (ALLOWED.some(([allowedPath]) => allowedPath.test(path))) continue
  let makesExpressions = false
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags, path })
    },
    NewExpression({ callee }) {
      makesExpressions ||= callee.type === 'Identifier' && callee.name === 'RegExp'
    },
  }).visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program)
  if (!makesExpressions) continue
  const countBefore = found.length
  importedPath = path
  // An earlier module may have imported it already. With a query, it is loaded once more.
  await import(`${pathToFileURL(join(root, path)).href}?again`)
  importedPath = undefined
  if (found.length === countBefore)
    throw new Error(`${path} makes an expression that is not seen: make it as the module loads.`)
}

const HASH_LENGTH = 16
const hashOf = ({ source, flags }: Expression) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, HASH_LENGTH)
const safeHashes = new Set(readFileSync(safeFile, 'utf8').split('\n').filter(Boolean))
const byHash = new Map(found.map((entry) => [hashOf(entry), entry]))
// Delete the stored hashes of expressions that are no longer in the code.
for (const hash of safeHashes) if (!byHash.has(hash)) safeHashes.delete(hash)

// Each line of the list of bounded expressions has the hash, the file and the reason, with spaces between.
const boundedHashes = new Set(
  readFileSync(join(import.meta.dirname, 'bounded-expressions.txt'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(0, HASH_LENGTH)),
)

let notLinear = 0
for (const hash of boundedHashes) {
  if (byHash.has(hash)) continue
  notLinear++
  console.error(`bounded-expressions.txt names ${hash}, which no code has any more.`)
}
for (const [hash, { source, flags, path }] of byHash) {
  if (safeHashes.has(hash) || boundedHashes.has(hash)) continue
  const verdict = checkSync(source, flags, { timeout: TIMEOUT_MS })
  if (verdict.status === 'safe') safeHashes.add(hash)
  else {
    notLinear++
    const why =
      verdict.status === 'vulnerable'
        ? `${verdict.complexity.summary}: ${verdict.attack.pattern}`
        : `${verdict.status}: ${verdict.error.kind}`
    console.error(`${hash} ${path}: /${source}/${flags}\n  ${why}`)
  }
  // Write the list of safe expressions after each check. A check takes seconds, and someone may stop the run.
  writeFileSync(safeFile, `${[...safeHashes].sort().join('\n')}\n`)
}
console.log(`${byHash.size} regular expressions, ${notLinear} of them not linear.`)
process.exit(notLinear === 0 ? 0 : 1)
