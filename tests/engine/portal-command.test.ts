import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeReceiptKey } from '../../server/transparency/key.ts'
import { jobRow, until } from '../support/jobs.ts'
import { dataFolder, run, startPortal } from '../support/program.ts'

const folder = dataFolder()
after(() => folder.drop())
const file = (name: string, content: unknown) => {
  const path = join(folder.path, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const portal = async (...args: string[]) => {
  const program = run('server/portal.ts', args, folder.path)
  return { code: await program.exited, output: program.output, errors: program.errors }
}

describe('npm run portal', () => {
  test('--help explains; what it does not know shows the same and fails', async () => {
    const help = await portal('--help')
    assert.deepEqual([help.code, help.errors], [0, ''])
    for (const word of [
      'jobs import FILE.json',
      'jobs export',
      '--help',
      'is_active',
      'expiry_date',
      'created_at',
      'Nairobi',
    ])
      assert.ok(help.output.includes(word), word)
    assert.deepEqual(await portal(), help)
    for (const args of [['jobs'], ['jobs', 'import'], ['jobs', 'eat', 'x'], ['people', 'export']]) {
      const { code, output } = await portal(...args)
      assert.deepEqual([code, output], [2, help.output], args.join(' '))
    }
    assert.equal(folder.postmaster(), undefined)
  })
  test('an earlier key is countersigned by the new one, once; a file without a key is refused in one sentence', async () => {
    const earlier = file('earlier.pem', makeReceiptKey())
    const countersign = () => portal('receipt-key', 'countersign', earlier)
    assert.match((await countersign()).output, /^The earlier key is countersigned\. Restart the portal/)
    assert.deepEqual(await countersign(), { code: 0, output: 'This key is trusted already.\n', errors: '' })
    const { code, errors } = await portal('receipt-key', 'countersign', file('words.pem', 'words'))
    assert.deepEqual([code, errors], [1, 'The file must hold an Ed25519 key in PEM, private or public.\n'])
  })
  test('reload needs several processes: with one, no call would be answered meanwhile', async () => {
    const { code, errors } = await portal('reload')
    assert.deepEqual(
      [code, errors],
      [1, 'WORKERS is 1, so there is no other process to answer: restart the portal instead.\n'],
    )
  })
  test('a file that is not there is one sentence', async () => {
    const { code, errors } = await portal('jobs', 'import', join(folder.path, 'none.json'))
    assert.equal(code, 1)
    assert.match(errors, /^ENOENT: no such file or directory.*none\.json'\n$/)
  })
  test('a command that checks a database does not make a missing one, nor call it correct', async () => {
    const empty = join(folder.path, 'nothing')
    for (const words of [
      ['log', 'verify'],
      ['installation', 'accept'],
    ]) {
      const program = run('server/portal.ts', words, empty)
      assert.equal(await program.exited, 1)
      assert.equal(program.output, '')
      assert.equal(program.errors, `DATA_DIR is ${empty}, where there is no database.\n`)
      assert.equal(existsSync(empty), false)
    }
  })
  test('R12 a backup that is named inside DATA_DIR is refused, as by BACKUP_TO: one disk would take both', async () => {
    const key = file('backup.key', 'ab'.repeat(32))
    chmodSync(key, 0o600)
    const env = { BACKUP_KEY_FILE: key }
    const inside = run('server/portal.ts', ['backup', join(folder.path, 'inside')], folder.path, { env })
    assert.equal(await inside.exited, 1)
    assert.equal(
      inside.errors,
      'The backup is inside DATA_DIR, so both can be lost at once: choose a place outside DATA_DIR.\n',
    )
    assert.equal(existsSync(join(folder.path, 'inside')), false)
  })
  test('keys are saved only into a named file that does not exist yet; otherwise one sentence says why not', async () => {
    const passphrase = ['--passphrase', file('passphrase', 'a passphrase of many words')]
    const saved = join(folder.path, 'saved-keys')
    assert.deepEqual((await portal('backup', 'keys', ...passphrase)).errors.split('\n'), [
      'backup keys FILE: name the file for the keys.',
      '',
    ])
    for (const name of ['secret.key', 'receipts.key']) file(name, 'a key')
    assert.equal((await portal('backup', 'keys', saved, ...passphrase)).code, 0)
    const again = await portal('backup', 'keys', saved, ...passphrase)
    assert.deepEqual([again.code, again.errors], [1, `${saved} exists already: name another file.\n`])
    const folderAsFile = await portal('backup', 'keys', saved, '--passphrase', folder.path)
    assert.equal(folderAsFile.code, 1)
    assert.match(folderAsFile.errors, /^EISDIR: [^\n]+\n$/)
    for (const name of ['secret.key', 'receipts.key', 'saved-keys']) rmSync(join(folder.path, name))
  })
})

describe('while the portal does not run', () => {
  const rule = {
    extension_minutes: 15,
    extension_hours: 24,
    extension_times: 2,
    extension_least_hours: 2,
    extension_night_from: 22,
    extension_night_until: 6,
  }
  const job = jobRow({
    reference: 'CLI/1',
    title: 'Ferry Pilot',
    is_active: true,
    expiry_date: '2030-12-03',
    created_at: '2026-11-01',
    ...rule,
  })

  test('import adds and updates by reference, on a database of its own, and stops it again', async () => {
    assert.deepEqual(await portal('jobs', 'import', file('one.json', [job])), {
      code: 0,
      output: '1 added, 0 updated\n',
      errors: '',
    })
    assert.deepEqual(
      await portal('jobs', 'import', file('two.json', [job, jobRow({ reference: 'CLI/2' })])),
      {
        code: 0,
        output: '1 added, 1 updated\n',
        errors: '',
      },
    )
    assert.equal(folder.postmaster(), undefined)
  })
  test('a bad file names each bad row with its line and reason, and nothing of it is imported', async () => {
    const before = await portal('jobs', 'export')
    const rows = [
      jobRow({ reference: 'CLI/3' }),
      jobRow({ title: '' }),
      jobRow({ job_type_id: 77 }),
      jobRow({ expiry_date: '3/12/2026' }),
    ].map((row) => JSON.stringify(row))
    const { code, output, errors } = await portal(
      'jobs',
      'import',
      file('bad.json', `[\n${rows.join(',\n')}\n]`),
    )
    assert.deepEqual([code, output], [1, ''])
    const [head, ...problems] = errors.trim().split('\n')
    assert.equal(head, 'Nothing was imported.')
    assert.deepEqual(
      problems.map((problem) => /^line (\d+): (\w+): ./.exec(problem)?.slice(1, 3)),
      [
        ['3', 'title'],
        ['4', 'job_type_id'],
        ['5', 'expiry_date'],
      ],
    )
    assert.deepEqual(await portal('jobs', 'export'), before)
  })
  test('export to the screen and to a file are one text, which import reads back unchanged', async () => {
    const screen = await portal('jobs', 'export')
    const path = join(folder.path, 'out.json')
    assert.deepEqual(await portal('jobs', 'export', path), { code: 0, output: '', errors: '' })
    assert.equal(readFileSync(path, 'utf8'), screen.output)
    const [first] = JSON.parse(screen.output)
    assert.deepEqual(
      [first.reference, first.expiry_date, first.created_at],
      ['CLI/1', '2030-12-03T20:59:59.000Z', '2026-10-31T21:00:00.000Z'],
    )
    assert.deepEqual(Object.fromEntries(Object.keys(rule).map((field) => [field, first[field]])), rule)
    assert.equal((await portal('jobs', 'import', path)).output, '0 added, 2 updated\n')
    assert.equal((await portal('jobs', 'export')).output, screen.output)
  })
})

describe('while the portal runs', () => {
  let url: string
  let stop: () => Promise<unknown>
  before(async () => {
    const running = await startPortal(folder.path)
    url = running.url
    stop = () => running.stop()
  })
  after(() => stop())

  test('a folder that has jobs already gets no sample jobs', async () => {
    assert.equal(((await (await fetch(`${url}/api/jobs/list/`)).json()) as { count: number }).count, 2)
  })
  test('an import shows at once, and leaves the portal its database', async () => {
    await fetch(`${url}/jobs`)
    const postmaster = folder.postmaster()
    assert.equal(
      (
        await portal(
          'jobs',
          'import',
          file('new.json', [jobRow({ reference: 'CLI/9', title: 'Lighthouse Keeper' })]),
        )
      ).code,
      0,
    )
    await until(
      'the kept page shows it',
      async () => (await fetch(`${url}/jobs`)).text(),
      (page) => page.includes('Lighthouse Keeper'),
    )
    assert.equal(folder.postmaster(), postmaster)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
  })
})
