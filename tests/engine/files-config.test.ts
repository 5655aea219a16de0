import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openDestination } from '../../server/backup/open-destination.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { openFiles } from '../../server/files/open-files.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

describe('CLAMD_URL, STORAGE_URL and BACKUP_TO', () => {
  test('neither: no scanner, and the folder below DATA_DIR', () => {
    assert.deepEqual([readConfig({}).clamdUrl, readConfig({}).bucket], [undefined, undefined])
  })
  test('a scanner by socket or address', () => {
    for (const url of ['unix:/run/clamav/clamd.ctl', 'tcp://127.0.0.1:3310', 'tcp://[::1]:3310'])
      assert.equal(readConfig({ CLAMD_URL: url }).clamdUrl, url)
  })
  test('a bucket of AWS by its region, of another service by its endpoint', () => {
    assert.deepEqual(
      readConfig({ STORAGE_URL: 's3://iebc-files/jobs/2026/?region=af-south-1', ...KEYS }).bucket,
      {
        bucket: 'iebc-files',
        prefix: 'jobs/2026/',
        region: 'af-south-1',
        endpoint: undefined,
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        sessionToken: undefined,
      },
    )
    const { bucket } = readConfig({
      STORAGE_URL: 's3://files?endpoint=https://s3.example.org:9000',
      ...KEYS,
      AWS_SESSION_TOKEN: 't',
    })
    assert.deepEqual(
      [bucket?.prefix, bucket?.region, bucket?.endpoint, bucket?.sessionToken],
      ['', 'us-east-1', 'https://s3.example.org:9000', 't'],
    )
  })
  for (const [env, names] of [
    [{ CLAMD_URL: '/run/clamd.ctl' }, ['CLAMD_URL', 'unix:/']],
    [{ CLAMD_URL: 'tcp://127.0.0.1' }, ['CLAMD_URL', 'tcp://']],
    [{ CLAMD_URL: 'http://127.0.0.1:3310' }, ['CLAMD_URL']],
    [{ CLAMD_URL: 'unix:' }, ['CLAMD_URL']],
    [{ STORAGE_URL: '/srv/files', ...KEYS }, ['STORAGE_URL', 's3://']],
    [{ STORAGE_URL: 's3://files', ...KEYS }, ['STORAGE_URL', 'region']],
    [{ STORAGE_URL: 's3://files?region=x&endpoint=ftp://x', ...KEYS }, ['STORAGE_URL']],
    [{ STORAGE_URL: 's3://files?region=x&acl=public', ...KEYS }, ['STORAGE_URL']],
    [{ STORAGE_URL: 's3://id:secret@files?region=x', ...KEYS }, ['STORAGE_URL']],
    [{ STORAGE_URL: 's3://files/a%20b?region=x', ...KEYS }, ['STORAGE_URL']],
    [{ STORAGE_URL: 's3://files?region=x' }, ['STORAGE_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']],
    [{ STORAGE_URL: 's3://files?region=x', AWS_ACCESS_KEY_ID: 'id' }, ['AWS_SECRET_ACCESS_KEY']],
    [{ BACKUP_TO: '/srv/backups' }, ['BACKUP_TO', 'BACKUP_KEY_FILE']],
    [{ BACKUP_TO: 's3://files?region=x', BACKUP_KEY_FILE: '/k' }, ['BACKUP_TO', 'AWS_ACCESS_KEY_ID']],
    [{ BACKUP_TO: 's3://files', BACKUP_KEY_FILE: '/k', ...KEYS }, ['BACKUP_TO', 's3://']],
    [{ BACKUP_TO: 'ftp://files', BACKUP_KEY_FILE: '/k' }, ['BACKUP_TO', 'folder']],
    [{ BACKUP_TO: 'S3://files?region=x', BACKUP_KEY_FILE: '/k', ...KEYS }, ['BACKUP_TO', 's3://']],
    [{ DATA_DIR: '/srv/d', BACKUP_TO: '/srv/d/b', BACKUP_KEY_FILE: '/k' }, ['BACKUP_TO', 'DATA_DIR']],
    [{ DATA_DIR: '/srv/d', BACKUP_TO: '/srv/d/..b', BACKUP_KEY_FILE: '/k' }, ['BACKUP_TO', 'DATA_DIR']],
    [{ BACKUP_KEEP: '0' }, ['BACKUP_KEEP']],
    [{ BACKUP_EVERY_HOURS: '0' }, ['BACKUP_EVERY_HOURS']],
  ] as [Record<string, string>, string[]][]) {
    test(`${JSON.stringify(env)} stops with one sentence`, () => {
      assert.throws(
        () => readConfig(env),
        (error: Error) =>
          error instanceof ConfigError &&
          names.every((name) => error.message.includes(name)) &&
          /^[A-Z][^\n]{20,160}\.$/.test(error.message),
      )
    })
  }
  test('BACKUP_EVERY_HOURS gives whole milliseconds, as a timer needs them', () => {
    for (const hours of ['0.1', '0.28', '1.1', '2.2', '2.3', '4.1', '24', '167.9', '168'])
      assert.ok(Number.isInteger(readConfig({ BACKUP_EVERY_HOURS: hours }).backup.everyMs), hours)
  })
  test('a command refuses an address that is neither a bucket nor a folder', () => {
    for (const address of ['S3://files?region=x', 'ftp://files', 's3://files'])
      assert.throws(
        () => openDestination(readConfig(KEYS), address),
        (error) =>
          error instanceof ConfigError && error.message.startsWith(`${address} must be a folder, or s3:`),
      )
  })
  test('a folder that cannot be used stops with one sentence', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-files-'))
    writeFileSync(join(dataDir, 'files'), '')
    assert.throws(() => openFiles(readConfig({ DATA_DIR: dataDir })), ConfigError)
    rmSync(dataDir, { recursive: true })
  })
  test('T15 a folder that others could enter is shut', { skip: process.platform === 'win32' }, () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-files-'))
    mkdirSync(join(dataDir, 'files'), { mode: 0o755 })
    openFiles(readConfig({ DATA_DIR: dataDir }))
    assert.equal(statSync(join(dataDir, 'files')).mode & 0o777, 0o700)
    rmSync(dataDir, { recursive: true })
  })
})
