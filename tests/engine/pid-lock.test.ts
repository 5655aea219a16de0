import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { takePidLock } from '../../server/pid-lock.ts'

/** A program that takes the lock and prints what happened. */
const LOCK = `import { takePidLock } from '${join(import.meta.dirname, '../../server/pid-lock.ts')}'
  try { takePidLock(process.argv[1]); console.log('locked') } catch (error) { console.log(error.code ?? error.message) }
  process.exit()`

describe('a data folder belongs to one machine', () => {
  let folder: string
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'portal-pid-lock-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))
  /** Writes the lock of another machine that gave its last sign of life so many seconds ago. */
  const ofAnotherMachine = (secondsAgo: number) => {
    const file = join(folder, 'portal.host')
    // A process id that no process of this machine has.
    writeFileSync(join(folder, 'portal.pid'), '99999999')
    writeFileSync(file, 'node-2')
    const time = new Date(Date.now() - secondsAgo * 1_000)
    utimesSync(file, time, time)
  }

  test('while the portal of another machine lives, a start says which and stops', () => {
    ofAnotherMachine(5)
    assert.throws(() => takePidLock(folder), /^Error: The machine node-2 uses .* a DATA_DIR of its own/)
  })
  test('half a minute after its last sign of life the folder is free', () => {
    ofAnotherMachine(45)
    const release = takePidLock(folder)
    release()
    for (const name of ['portal.pid', 'portal.host']) assert.equal(existsSync(join(folder, name)), false)
  })
  /** Takes the lock in a process of its own, which is ended if that has taken ten seconds. */
  const start = () =>
    spawnSync(process.execPath, ['-e', LOCK, folder], { encoding: 'utf8', timeout: 10_000 }).stdout
  for (const content of ['x', '', '\0\0\0\0'])
    test(`a lock file without a process id, as a power cut may leave it, is replaced: ${JSON.stringify(content)}`, () => {
      writeFileSync(join(folder, 'portal.pid'), content)
      assert.equal(start(), 'locked\n')
    })
  test('a start says that it cannot read the lock file, and stops', () => {
    const file = join(folder, 'portal.pid')
    rmSync(file, { force: true })
    // No user can read a folder as a file.
    mkdirSync(file)
    assert.equal(
      start(),
      `${file} cannot be read (EISDIR), so the portal cannot tell whether another portal uses this folder.\n`,
    )
    rmSync(file, { recursive: true })
  })
  test('R6 a start that a full disk stops leaves no lock: the next start is not refused', {
    skip: process.platform === 'linux' && process.getuid?.() === 0 ? false : 'a disk of its own takes root',
  }, () => {
    // One of the sixteen blocks of this disk is free: enough for the process id, but not for the host's name.
    const script = `mount -t tmpfs -o size=64k tmpfs "$0"; dd if=/dev/zero of="$0/ballast" bs=4k count=15 2> /dev/null
      "$1" -e "$2" "$0"; rm "$0/ballast"; "$1" -e "$2" "$0"`
    const { stdout } = spawnSync('unshare', ['-m', 'sh', '-c', script, folder, process.execPath, LOCK], {
      encoding: 'utf8',
    })
    assert.equal(stdout, 'ENOSPC\nlocked\n')
  })
})
