import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { REFUSALS } from '#contract/refusals.ts'
import { archiveSettings } from '../../server/database/archiving.ts'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { hasReserve } from '../../server/files/free-space.ts'
import { backupPlace } from '../support/backups.ts'
import { drafts } from '../support/drafts.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, freePort, run, type Running, startPortal } from '../support/program.ts'
import { pdf } from '../support/sample-files.ts'
import { form, type Part, send } from '../support/uploads.ts'

const MB = 1_048_576
const GB = 1_024 * MB

test('R6 new files are refused if less than a tenth of the disk is free, on a large disk if less than 1 GiB is free', () => {
  const hasSpace = (free: number, size: number) =>
    hasReserve({ bsize: 4_096, blocks: size / 4_096, bavail: free / 4_096 })
  assert.deepEqual([hasSpace(0.5 * GB, 5 * GB), hasSpace(0.5 * GB - 4_096, 5 * GB)], [true, false])
  assert.deepEqual([hasSpace(GB, 500 * GB), hasSpace(GB - 4_096, 500 * GB)], [true, false])
})

/** The reason why no small disk can be made here, or false. */
const noDisk = () => {
  if (process.platform !== 'linux') return 'a disk of its own is made on Linux only'
  const { status } = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'])
  return status === 0 ? false : 'a disk of its own takes root and unshare(1)'
}

describe('R6 a full disk', { skip: noDisk() }, () => {
  const folder = dataFolder()
  let portal: Running
  let db: Db
  let people: Awaited<ReturnType<typeof drafts>>
  // A path in the files folder as the portal's process sees it. The folder is a disk of 32 MB, mounted for
  // this process alone.
  const onDisk = (...path: string[]) => join(`/proc/${portal.pid}/root`, folder.path, 'files', ...path)
  before(async () => {
    mkdirSync(join(folder.path, 'files'))
    portal = await startPortal(folder.path, { disk: join(folder.path, 'files') })
    db = connect(folder.databaseUrl())
    people = await drafts(db, 4)
  })
  after(async () => {
    await db.close()
    await folder.drop()
  })

  const call = (index: number, path: (id: number) => string, parts: Part[]) => {
    const { token = '', id = 0 } = people[index] ?? {}
    const { body, type } = form(parts)
    return send(portal.url + path(id), {
      token,
      headers: { 'content-type': type, 'content-length': body.length },
      body,
    })
  }
  const upload = (index: number, bytes: Buffer) =>
    call(index, (id) => `/api/job-applications/${id}/documents/cv/`, [
      { name: 'file', file: 'cv.pdf', data: bytes },
    ])
  const submit = (index: number) =>
    call(index, (id) => `/api/job-applications/update/${id}/`, [{ name: 'unread', data: 'x' }])
  /** Fills the disk until only this many bytes are free. */
  const leaveFree = (bytes: number) => {
    const { bavail, bsize } = statfsSync(onDisk())
    writeFileSync(onDisk('ballast'), Buffer.alloc(bavail * bsize - bytes))
  }
  const makeRoom = () => rmSync(onDisk('ballast'))
  const ready = async () =>
    (await fetch(`${portal.url}/readyz`).then((answer) => answer.json())) as Record<string, string>
  // The names of log events about files. Errors come first, because they are written to another stream.
  const events = () =>
    [...portal.errors.concat(portal.output).matchAll(/"event":"(files\.\w+)"/g)].map(([, event]) => event)
  const storedFiles = () =>
    readdirSync(onDisk(), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'ballast')
      .map(({ name }) => name)
  const rows = async () =>
    (
      await db.rows<{ hash: string }>(
        sql`select encode(hash, 'hex') as hash from application_documents order by 1`,
      )
    ).map(({ hash }) => hash)
  const { message } = REFUSALS.no_room

  test('R6 on a nearly full disk, a new file is refused with the reason, an application without a new file is submitted, and the operator is notified', {
    timeout: 60_000,
  }, async () => {
    assert.deepEqual(await ready(), { status: 'ready', database: 'here', files: 'taken' })
    leaveFree(3 * MB)
    for (let tries = 0; tries < 12; tries++) {
      const refused = await upload(0, pdf())
      // Never 429: the person has not sent too much, the disk is full.
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.message, refused.json.error],
        [503, 'no_room', message, message],
      )
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
    }
    assert.deepEqual([await rows(), storedFiles()], [[], []])
    const sent = await submit(0)
    assert.deepEqual([sent.status, sent.json.is_completed], [200, true], sent.text)
    assert.deepEqual(
      [await ready(), events()],
      [{ status: 'ready', database: 'here', files: 'no room' }, ['files.no_free_space']],
    )
    makeRoom()
    assert.equal((await upload(1, pdf())).status, 200)
    assert.deepEqual(
      [await ready(), events()],
      [
        { status: 'ready', database: 'here', files: 'taken' },
        ['files.no_free_space', 'files.free_space_again'],
      ],
    )
  })
  test('R6 the disk fills up in the middle of a file (ENOSPC): no upload is acknowledged without its file, no half of a file stays, and the portal continues', {
    timeout: 60_000,
  }, async () => {
    const files = Array.from({ length: 3 }, (_, index) => pdf(`% ${index}`, 4 * MB))
    const before = await rows()
    // A tenth of the disk is still free, so uploads start. But there is no space for even one of the three
    // files.
    leaveFree(3.5 * MB)
    for (const { status, json, text } of await Promise.all(
      files.map((bytes, index) => upload(index + 1, bytes)),
    )) {
      assert.deepEqual([status, json?.code], [503, 'no_room'], text)
    }
    assert.match(portal.errors, /"code":"ENOSPC"/)
    assert.deepEqual([await rows(), storedFiles()], [before, before])
    // The jobs page works, and so does a submission without a new file.
    assert.equal((await fetch(`${portal.url}/api/jobs/list/`)).status, 200)
    assert.equal((await submit(1)).status, 200)
    makeRoom()
    const bytes = files[2] ?? Buffer.alloc(0)
    assert.equal((await upload(3, bytes)).status, 200)
    assert.deepEqual(storedFiles().sort(), await rows())
    assert.ok(storedFiles().includes(createHash('sha256').update(bytes).digest('hex')))
    assert.equal(portal.child.exitCode, null)
  })
})

describe('R12 the disk of the backups is full', { skip: noDisk() }, () => {
  const [folder, place] = [dataFolder(), backupPlace()]
  let portal: Running
  before(async () => {
    mkdirSync(place.to)
    portal = await startPortal(folder.path, { disk: place.to })
    const db = connect(folder.databaseUrl())
    // These bytes cannot be compressed, so that the backup of the database has several pieces.
    await db.patient(60).run(sql`
      create table noise as select sha512(number::text::bytea) as bytes from generate_series(1, 200000) number`)
    await db.close()
  })
  after(() => folder.drop().finally(place.drop))
  const onDisk = (...path: string[]) => join(`/proc/${portal.pid}/root`, place.to, ...path)
  const backUp = async () => {
    const program = run('server/portal.ts', ['backup'], folder.path, {
      env: place.env,
      mountsOf: portal.pid,
    })
    return { code: await program.exited, errors: program.errors }
  }

  test('R12 a backup that does not fit leaves nothing, so that a full disk does not stay full', {
    timeout: 120_000,
  }, async () => {
    const { bavail, bsize } = statfsSync(onDisk())
    writeFileSync(onDisk('ballast'), Buffer.alloc(bavail * bsize - 12 * MB))
    const { code, errors } = await backUp()
    assert.deepEqual([code, errors.includes('ENOSPC')], [1, true], errors)
    const left = readdirSync(onDisk('bases'), { recursive: true, withFileTypes: true })
    assert.deepEqual(
      left.filter((entry) => entry.isFile()).map(({ name }) => name),
      [],
    )
    rmSync(onDisk('ballast'))
    assert.deepEqual(await backUp(), { code: 0, errors: '' })
  })
  test('R12 a WAL file that does not fit leaves the last space to the database', () => {
    const wal = place.file('000000010000000000000001', 'x'.repeat(16 * MB))
    const disk = place.file('disk', '')
    rmSync(disk)
    mkdirSync(disk)
    const command = archiveSettings(disk).archive_command?.replaceAll('%p', wal).replaceAll('%f', 'wal')
    const script = `mount -t tmpfs -o size=1m tmpfs "$0"; ${command}; status=$?; ls "$0"; exit $status`
    const { status, stdout } = spawnSync('unshare', ['-m', 'sh', '-c', script, disk], { encoding: 'utf8' })
    assert.deepEqual([status, stdout], [1, ''])
  })
})

test('R6 a log on a full disk does not stop the portal', {
  skip: !existsSync('/dev/full') && 'this machine has no /dev/full',
  timeout: 60_000,
}, async (context) => {
  const folder = dataFolder()
  const [full, port] = [openSync('/dev/full', 'w'), await freePort()]
  context.after(() => folder.drop().finally(() => closeSync(full)))
  const { child, exited } = run('server/main.ts', [], folder.path, { log: full, env: { PORT: String(port) } })
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (answer) => answer.status,
      () => 0,
    )
  await until(
    'it is ready',
    async () => (child.exitCode === null ? status('/readyz') : 200),
    (entry) => entry === 200,
    30_000,
  )
  assert.deepEqual([await status('/api/jobs/list/'), child.exitCode], [200, null])
  child.kill('SIGTERM')
  assert.equal(await exited, 0)
})
