import assert from 'node:assert/strict'
import { mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { dataFolder, run, startPortal } from '../support/program.ts'

// The database of a data folder below /root is in /var/lib, because its user may not pass through /root. An
// operator moves the data folder. Only root has this case.
const isRoot = process.getuid?.() === 0
const outer = dataFolder({ shut: true })
const [first, second] = [join(outer.path, 'portal'), join(outer.path, 'moved')]
/** The folder in /var/lib that has the database. */
let place = ''
after(async () => {
  await outer.drop()
  if (place) rmSync(place, { recursive: true, force: true })
})

/** Runs a statement as the owner of the running database, whose sockets are beside its data. */
async function query(text: string) {
  const host = encodeURIComponent(join(place, 'run'))
  const client = new pg.Client({ connectionString: `postgresql://app@/postgres?host=${host}` })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

test('a data folder below a closed folder keeps its database when it is moved', {
  skip: !isRoot,
}, async () => {
  mkdirSync(first)
  const before = await startPortal(first)
  place = dirname(realpathSync(join(first, 'postgres')))
  assert.equal(dirname(place), '/var/lib')
  await query('create table written_before_the_move as select 7 as n').finally(() => before.stop())
  renameSync(first, second)
  const later = await startPortal(second)
  const rows = await query('select n from written_before_the_move').finally(() => later.stop())
  assert.deepEqual(rows, [{ n: 7 }])
})

test('if the moved data folder leads to no database, the portal says so and makes no empty one', {
  skip: !isRoot,
  timeout: 60_000,
}, async (t) => {
  rmSync(join(place, 'postgres'), { recursive: true })
  const portal = run('server/main.ts', [], second)
  t.after(() => portal.child.kill('SIGTERM'))
  assert.equal(await portal.exited, 78)
  assert.equal(
    portal.errors,
    `The link ${second}/postgres leads to ${place}/postgres, where there is no database.\n`,
  )
})
