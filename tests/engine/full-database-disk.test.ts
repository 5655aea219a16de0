import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { drafts } from '../support/drafts.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, type Running, startPortal } from '../support/program.ts'

/** The reason why no small disk can be made here, or false. */
const noDisk = () => {
  if (process.platform !== 'linux') return 'a disk of its own is made on Linux only'
  const { status } = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'])
  return status === 0 ? false : 'a disk of its own takes root and unshare(1)'
}

describe('R6 the disk of the whole data folder is full', { skip: noDisk() }, () => {
  const folder = dataFolder()
  let portal: Running
  let db: Db
  let people: Awaited<ReturnType<typeof drafts>>
  // A path in the data folder as the portal's process sees it. The folder is a disk of 320 MB, mounted for
  // this process alone.
  const onDisk = (...path: string[]) => join(`/proc/${portal.pid}/root`, folder.path, ...path)
  before(async () => {
    portal = await startPortal(folder.path, { disk: folder.path, diskMb: 320 })
    const sockets = readFileSync(onDisk('postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    const host = encodeURIComponent(`/proc/${portal.pid}/root${sockets}`)
    db = connect(`postgresql://app@/postgres?host=${host}`)
    people = await drafts(db, 20)
  })
  after(async () => {
    await db.close()
    await portal.stop()
    await folder.drop()
  })
  const submit = async (index: number) => {
    const { token = '', id = 0 } = people[index] ?? {}
    const answer = await fetch(`${portal.url}/api/job-applications/update/${id}/`, {
      method: 'PUT',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return { status: answer.status, text: await answer.text() }
  }
  const ready = async () =>
    (await fetch(`${portal.url}/readyz`).then((answer) => answer.json())) as Record<string, string>
  /** Fills the disk until no byte is free. */
  const fill = () => {
    const { bavail, bsize } = statfsSync(onDisk())
    try {
      writeFileSync(onDisk('ballast'), Buffer.alloc(bavail * bsize), { flag: 'a' })
    } catch {
      // The database has taken some of the space meanwhile.
    }
  }

  test('R6 a database that stopped because its WAL had no space comes back once there is space, with all that was confirmed', {
    timeout: 120_000,
  }, async () => {
    fill()
    // This needs a new WAL file, which does not fit: the database ends.
    await assert.rejects(
      db.run(sql`select pg_logical_emit_message(true, 'x', repeat('x', 1000000)), pg_switch_wal()`),
    )
    await until('the database is away', ready, ({ database }) => database === 'away', 30_000)
    fill()
    const refused = await Promise.all(people.map((_, index) => submit(index)))
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503])
    rmSync(onDisk('ballast'))
    await until('it is back', ready, ({ status }) => status === 'ready', 60_000)
    for (const index of people.keys()) assert.equal((await submit(index)).status, 200)
    const sent = await db.row(sql`select count(*)::int as sent from job_applications where is_completed`)
    assert.deepEqual([sent, portal.child.exitCode], [{ sent: people.length }, null])
  })
})
