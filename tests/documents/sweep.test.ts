import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../server/config.ts'
import { sql } from '../../server/database/connect.ts'
import { clearIncoming, openFiles } from '../../server/files/open-files.ts'
import { SHELVES } from '../../server/files/file-store.ts'
import { sweep } from '../../server/housekeeping.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf, png } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, storedFiles } from '../support/uploads.ts'

// The portal deletes stored files that no application refers to. `applicantWith` creates a person with a
// draft application, and functions for documents. `storedFiles` lists stored files, `arrivingFiles` uploads
// in progress.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pathOf = (hash: string) => join(portal.deps.config.dataDir, 'files', hash.slice(0, 2), hash)
/** Sets the age of a file to this number of minutes. */
const age = (path: string, minutes: number) =>
  utimesSync(path, new Date(), new Date(Date.now() - minutes * 60_000))

describe('the sweep of files that no application uses', () => {
  test('a replaced or removed file is deleted after an hour; a file in use stays, however old it is', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf('% replaced'))
    await person.upload(pdf('% kept'))
    await person.upload(png(), 'letter.png', 'cover_letter')
    await person.remove('cover_letter')
    age(pathOf(sha(pdf('% replaced'))), 61)
    age(pathOf(sha(pdf('% kept'))), 1_000)
    age(pathOf(sha(png())), 59)
    await sweep(portal.deps)
    const stored = storedFiles(portal)
    assert.deepEqual(
      [pdf('% replaced'), pdf('% kept'), png()].map((bytes) => stored.includes(sha(bytes))),
      [false, true, true],
    )
    age(pathOf(sha(png())), 61)
    await sweep(portal.deps)
    assert.ok(!storedFiles(portal).includes(sha(png())))
    assert.equal((await person.visitor.get(person.path())).status, 200)
  })
  test('a file of two applications stays until neither uses it', async () => {
    const [first, two] = [await applicantWith(portal), await applicantWith(portal)]
    for (const person of [first, two]) await person.upload(pdf('% shared'))
    await first.remove()
    age(pathOf(sha(pdf('% shared'))), 100)
    await sweep(portal.deps)
    assert.equal((await two.visitor.get(two.path())).status, 200)
  })
  test('a file that is stored again during its deletion is there afterwards', async () => {
    const store = portal.deps.files.store
    for (let round = 0; round < 50; round++) {
      const bytes = randomBytes(64)
      const [hash, temp] = [sha(bytes), join(portal.deps.files.incoming, `temp${round}`)]
      writeFileSync(temp, bytes)
      await store.put(temp, hash)
      age(pathOf(hash), 100)
      writeFileSync(temp, bytes)
      await Promise.all([store.remove(hash, 3_600_000), store.put(temp, hash)])
      assert.ok(await store.has(hash), `round ${round}`)
    }
  })
  test('a file that a killed sweep had renamed is restored by the next sweep', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf('% aside'))
    const path = pathOf(sha(pdf('% aside')))
    // Before a sweep deletes a file, it gives the file this other name.
    linkSync(path, `${path}.going`)
    rmSync(path)
    await sweep(portal.deps)
    assert.equal((await person.visitor.get(person.path())).status, 200)
  })
  test('R2 a file that a killed sweep had renamed can be read at once, even before the next sweep', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf('% asked for'))
    const hash = sha(pdf('% asked for'))
    renameSync(pathOf(hash), `${pathOf(hash)}.going`)
    assert.equal((await person.visitor.get(person.path())).status, 200)
    assert.ok(storedFiles(portal).includes(hash))
  })
  test('T14 a file that the scanner refused goes, even if the process ended before it was deleted', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf('% refused'))
    await portal.db.run(
      sql`update application_documents set state = 'refused', fault = 'infected' where application_id = ${person.id}`,
    )
    age(pathOf(sha(pdf('% refused'))), 61)
    await sweep(portal.deps)
    assert.ok(!storedFiles(portal).includes(sha(pdf('% refused'))))
  })
  test('six rounds together check every shelf', async () => {
    // A shelf is a folder of stored files whose hashes have the same first two digits. Each round of the
    // sweep checks a sixth of all shelves.
    const hashes = SHELVES.slice(0, 12).map((shelf) => shelf + 'c'.repeat(62))
    for (const hash of hashes) {
      writeFileSync(pathOf(hash), 'x')
      age(pathOf(hash), 100)
    }
    for (let round = 3; round < 9; round++) {
      await sweep(portal.deps, round)
      assert.equal(hashes.filter((hash) => storedFiles(portal).includes(hash)).length, 12 - 2 * (round - 2))
    }
  })
  test('R1 what was arriving when the process ended is cleared away at the next start', () => {
    writeFileSync(join(portal.deps.files.incoming, 'half'), 'x')
    clearIncoming(portal.deps.files)
    assert.deepEqual(arrivingFiles(portal), [])
  })
})

describe('R2 the folder', () => {
  test('two of one content put at once are one file; a folder that is there is opened again', async () => {
    const root = mkdtempSync(join(tmpdir(), 'portal-files-'))
    const { store } = openFiles(readConfig({ DATA_DIR: root }))
    const hash = sha(Buffer.from('x'))
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        writeFileSync(join(root, name), 'x')
        await store.put(join(root, name), hash)
      }),
    )
    const again = await openFiles(readConfig({ DATA_DIR: root })).store.open(hash)
    assert.equal(Buffer.concat(await (again?.toArray() as Promise<Buffer[]>)).toString(), 'x')
    assert.equal(await store.open('0'.repeat(64)), undefined)
    rmSync(root, { recursive: true })
  })
})
