import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Fastify from 'fastify'
import { mountAssets } from '../../server/page-cache/assets.ts'

test('a page that is still open after a new build gets the scripts of its own build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  put('client/assets/page-new.js', 'new')
  put('client/assets/same.js', 'same')
  // The folder of an earlier build is named by the time at which a newer build replaced it.
  put('build-earlier/1000/assets/page-old.js', 'old')
  put('build-earlier/1000/assets/same.js', 'same')
  put('build-earlier/900/assets/page-older.js', 'older')
  const app = Fastify()
  mountAssets(app, { clients: [join(folder, 'client')], earlier: join(folder, 'build-earlier') })
  const textOf = async (path: string) => (await app.inject(path)).body
  assert.equal(await textOf('/assets/page-new.js'), 'new')
  assert.equal(await textOf('/assets/page-old.js'), 'old')
  assert.equal(await textOf('/assets/page-older.js'), 'older')
  assert.equal(await textOf('/assets/same.js'), 'same')
  assert.equal((await app.inject('/assets/page-unknown.js')).statusCode, 404)
  await app.close()
  rmSync(folder, { recursive: true })
})
