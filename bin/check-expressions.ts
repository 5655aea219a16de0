// Checks that no regular expression of contract/ and server/ takes more than linear time, whatever text it
// meets (T14).
// One that was found safe is in safe-expressions.txt, by its hash: only new ones take their seconds. One that
// is not, and need not be, is in bounded-expressions.txt, with the reason.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

// In plain JavaScript: its machine code is not installed.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

const root = join(import.meta.dirname, '..')
const safeFile = join(import.meta.dirname, 'safe-expressions.txt')
const TIMEOUT_MS = 30_000

/** Files whose expressions meet no text that is both foreign and long: each with the reason. */
const ALLOWED: [what: RegExp, why: string][] = [
  [/^server\/http\/(?:policy|pages)\.ts/, 'our own pages and policy, where foreign text is escaped'],
  [/^server\/accounts\/known-passwords\.ts/, 'a password has at most 128 characters'],
]

type Expression = { source: string; flags: string; path: string }
const found: Expression[] = []

// What a module puts together as it loads is seen as it is made.
let importing: string | undefined
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args: [string | RegExp, string?]) {
    const { source, flags } = new target(...args)
    if (importing) found.push({ source, flags, path: importing })
    return new target(...args)
  },
})

for (const path of globSync('{contract,server}/**/*.ts', { cwd: root }).sort()) {
  if (ALLOWED.some(([what]) => what.test(path))) continue
  let puts = false
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags, path })
    },
    NewExpression({ callee }) {
      puts ||= callee.type === 'Identifier' && callee.name === 'RegExp'
    },
  }).visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program)
  if (!puts) continue
  const before = found.length
  importing = path
  await import(join(root, path))
  importing = undefined
  if (found.length === before)
    throw new Error(`${path} makes an expression that is not seen: make it as the module loads.`)
}

const hashOf = ({ source, flags }: Expression) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16)
const before = readFileSync(safeFile, 'utf8')
const safe = new Set(before.split('\n').filter(Boolean))
const byHash = new Map(found.map((entry) => [hashOf(entry), entry]))
for (const hash of safe) if (!byHash.has(hash)) safe.delete(hash)

// A hash, the file and the reason, parted by spaces.
const bounded = new Set(
  readFileSync(join(import.meta.dirname, 'bounded-expressions.txt'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(0, 16)),
)

let notLinear = 0
for (const hash of bounded) {
  if (byHash.has(hash)) continue
  notLinear++
  console.error(`bounded-expressions.txt names ${hash}, which stands nowhere any more.`)
}
for (const [hash, { source, flags, path }] of byHash) {
  if (safe.has(hash) || bounded.has(hash)) continue
  const verdict = checkSync(source, flags, { timeout: TIMEOUT_MS })
  if (verdict.status === 'safe') safe.add(hash)
  else {
    notLinear++
    const why =
      verdict.status === 'vulnerable'
        ? `${verdict.complexity.summary}: ${verdict.attack.pattern}`
        : `${verdict.status}: ${verdict.error.kind}`
    console.error(`${hash} ${path}: /${source}/${flags}\n  ${why}`)
  }
  writeFileSync(safeFile, `${[...safe].sort().join('\n')}\n`)
}
console.log(`${byHash.size} regular expressions, ${notLinear} of them not linear.`)
process.exit(notLinear === 0 ? 0 : 1)
