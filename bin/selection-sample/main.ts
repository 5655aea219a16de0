import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { files, page } from './files.ts'

// Writes the files of the sample selection. With --check, it compares the files in the repository with what
// the engine computes now. The build runs the check.

const root = join(import.meta.dirname, '../..')
const wanted = [
  ...files.map(({ name, text }) => ({ path: `public/selection-sample/${name}`, text })),
  { path: 'web/selections/sample.json', text: `${JSON.stringify(page, null, 2)}\n` },
]

if (process.argv.includes('--check')) {
  const stale = wanted.filter(({ path, text }) => readFileSync(join(root, path), 'utf8') !== text)
  for (const { path } of stale)
    console.error(
      `${path} is not what the engine computes. Write it again: node bin/selection-sample/main.ts`,
    )
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const { path, text } of wanted) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
