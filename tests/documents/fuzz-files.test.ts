import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { DOCUMENT_WORDS, FILE_TYPES } from '#contract/documents/documents.ts'
import { discard } from '../../server/files/incoming.ts'
import { INSPECTION } from '../../server/files/inspector.ts'
import { inspectFile } from '../../server/files/inspect.ts'
import { anyFile } from '../support/any-file.ts'

// Here the seed is fixed. `npm run test:fuzz` tries more files, with another seed each day.
const runs = Number(process.env.FUZZ_FILES ?? 1_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)
const MAY_GROW_MB = 150
const PROBLEMS: ReadonlySet<string> = new Set(
  Object.keys(DOCUMENT_WORDS).filter((word) => word !== 'missing'),
)
const FLAGS = new Set(['javascript', 'launch', 'embedded_file', 'encrypted', 'unreadable'])

test(`T14 each of ${runs} generated and corrupted files gets a known verdict, within its limits of time and memory (seed ${seed})`, {
  timeout: 3_600_000,
}, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  const verdicts = new Map<string, number>()
  const before = process.memoryUsage().rss
  let slowest = 0
  await fc.assert(
    fc.asyncProperty(anyFile, async (bytes) => {
      writeFileSync(path, bytes)
      const began = process.cpuUsage()
      const verdict = await inspectFile({ path, size: bytes.length }, folder)
      const { user, system } = process.cpuUsage(began)
      slowest = Math.max(slowest, (user + system) / 1_000)
      const word = 'problem' in verdict ? verdict.problem : verdict.type
      verdicts.set(word, (verdicts.get(word) ?? 0) + 1)
      if ('problem' in verdict) assert.ok(PROBLEMS.has(verdict.problem), verdict.problem)
      else assert.ok(FILE_TYPES.includes(verdict.type) && verdict.flags.every((flag) => FLAGS.has(flag)))
      if ('stripped' in verdict && verdict.stripped) await discard(verdict.stripped)
      assert.deepEqual(readdirSync(folder), ['file'], 'nothing else is left')
      assert.ok((user + system) / 1_000 < INSPECTION.cpuMs, `${user + system} µs`)
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  const grown = (process.memoryUsage().rss - before) / 1_048_576
  context.diagnostic(
    `${JSON.stringify(Object.fromEntries(verdicts))}, at most ${Math.round(slowest)} ms, ${Math.round(grown)} MB`,
  )
  assert.ok(grown < MAY_GROW_MB, `${grown} MB`)
  // Each verdict must occur. If every file were refused at once, the test would prove nothing.
  for (const word of [...FILE_TYPES, 'damaged', 'macros', 'locked'])
    assert.ok((verdicts.get(word) ?? 0) >= runs / 500, `${word}: ${verdicts.get(word)}`)
})
