import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PLACES_OF_UNIT, writeElection } from '../support/selection-election.ts'
import { digestOf, randomNumbers, randomPack, replayPack, withSuccessors } from '../support/selection.ts'

const PACKS = 50
const ROOT = join(import.meta.dirname, '../..')
/** The second implementation of the selection: prints the digest of each pack's result on a line. */
const SECOND = join(import.meta.dirname, 'second.py')
const hasPython = spawnSync('python3', ['--version']).status === 0

// The rules of the selection are implemented twice. One pack must give the same result in both.
test(`selection: ${PACKS} packs give the same digest in an implementation in Python (selection#selection-right)`, {
  skip: hasPython ? false : 'python3 is not installed',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'selection-second-'))
  try {
    const packs = Array.from({ length: PACKS }, (_, seed) => {
      const random = randomNumbers(1_000_000 + seed)
      const pack = randomPack(random, 60, 12)
      // In every second pack, some people withdrew and some keep their seats, so that others succeed.
      return seed % 2 ? withSuccessors(random, pack) : pack
    })
    const files = packs.map((pack, index) => {
      const file = join(folder, `${index}.json`)
      writeFileSync(file, JSON.stringify(pack))
      return file
    })
    const { stdout, stderr } = spawnSync('python3', [SECOND, ...files], {
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    assert.deepEqual(
      stdout.trim().split('\n'),
      packs.map((pack) => digestOf(replayPack(pack))),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('selection: a whole election gives the same digest in Python', {
  skip: hasPython ? false : 'python3 is not installed',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'selection-election-'))
  try {
    const file = join(folder, 'election.json')
    writeElection(file, { placesOfUnit: PLACES_OF_UNIT })
    // The command writes the result to stdout, which is too large to store, and its digest to stderr.
    const replayed = spawnSync(
      process.execPath,
      [join(ROOT, 'server/portal.ts'), 'selection', 'replay', file],
      {
        encoding: 'utf8',
        env: {},
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const second = spawnSync('python3', [SECOND, file], { encoding: 'utf8' })
    assert.equal(second.stderr, '')
    assert.deepEqual([replayed.status, second.stdout], [0, replayed.stderr])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
