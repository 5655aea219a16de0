import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { aptInstall, hasApt } from '../apt.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, freePort, type Running, startPortal } from '../support/program.ts'
import { steadyLoad } from '../support/steady-load.ts'

// Behind nginx with the settings in `deploy/`, two portals are restarted one after the other, and no call
// fails (R10).

const isThere = () => spawnSync('sh', ['-c', 'command -v nginx']).status === 0
const skip =
  !(isThere() || (hasApt() && aptInstall('nginx-light') && isThere())) && 'nginx cannot be installed'

const CALLERS = 6
const SHIPPED = readFileSync(join(import.meta.dirname, '../../deploy/nginx/portal.conf'), 'utf8')

/** A self-signed certificate for one day. Only this test accepts it. */
function certificateIn(folder: string) {
  const [certificate, key] = [join(folder, 'portal.crt'), join(folder, 'portal.key')]
  const made = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', certificate]
  spawnSync('openssl', [...made, '-subj', '/CN=jobs.example.org', '-days', '1'])
  return { certificate, key }
}

const statusOverTls = (port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/jobs', rejectUnauthorized: false }
    request(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

describe('the shipped nginx before two portals', { skip }, () => {
  const [folder, folders] = [mkdtempSync(join(tmpdir(), 'portal-nginx-')), [dataFolder(), dataFolder()]]
  let database: Fresh
  let nginx: ChildProcess
  const portals: Running[] = []
  // `httpPort`: where the test's load calls nginx without TLS. `tlsPort`: the unchanged site of `deploy/`.
  let [ports, httpPort, tlsPort] = [[0, 0], 0, 0]
  const start = async (index: number) => {
    const env = {
      // A URL with a user needs a host. Here the parameter `host` names the folder of the database's socket.
      DATABASE_URL: database.url.replace('@/', '@localhost/'),
      SECRET_KEY_FILE: join(folders[0]?.path ?? '', 'secret.key'),
      RECEIPT_KEY_FILE: join(folders[0]?.path ?? '', 'receipts.key'),
      TRUST_PROXY: '127.0.0.1',
      PORT: String(ports[index]),
      DRAIN_SECONDS: '3',
    }
    if (index === 0 && portals.length === 0) {
      // The first start of a new portal makes its keys.
      const { SECRET_KEY_FILE: _secret, RECEIPT_KEY_FILE: _receipt, ...first } = env
      return startPortal(folders[index]?.path ?? '', { env: first })
    }
    return startPortal(folders[index]?.path ?? '', { env })
  }
  before(async () => {
    database = await freshDatabase({ durable: true })
    ports = [await freePort(), await freePort()]
    ;[httpPort, tlsPort] = [await freePort(), await freePort()]
    for (const index of [0, 1]) portals.push(await start(index))
    const { certificate, key } = certificateIn(folder)
    // The nginx site of `deploy/` with these two portals, without its third portal and its redirect to HTTPS.
    const site = SHIPPED.replace('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
      .replace('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
      .replace(/^.*10\.0\.0\.13:3000.*\n/m, '')
      .replace(/server \{\n\s+listen 80;[^}]+\}/, '')
      .replace(
        'listen 443 ssl http2;',
        `listen 127.0.0.1:${tlsPort} ssl http2; listen 127.0.0.1:${httpPort};`,
      )
      .replace('/etc/nginx/portal.crt', certificate)
      .replace('/etc/nginx/portal.key', key)
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {} http { ${site} }`,
    )
    nginx = spawn('nginx', ['-q', '-c', file], { stdio: 'inherit' })
    await until(
      'nginx answers',
      () => statusOverTls(tlsPort).catch(() => undefined),
      (status) => status === 200,
      10_000,
    )
  })
  after(async () => {
    nginx.kill()
    await once(nginx, 'exit')
    for (const portal of portals) await portal.stop()
    for (const each of folders) await each.drop()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  test('R10 a rolling restart of both fails no call', { timeout: 120_000 }, async (t) => {
    const load = steadyLoad(`http://127.0.0.1:${httpPort}`, CALLERS)
    t.after(load.stop)
    /** Waits until more than `count` calls have been answered. */
    const more = (count: number) =>
      until(
        'calls are answered',
        async () => load.result.answered,
        (answered) => answered > count,
        30_000,
      )
    await more(200)
    for (const index of [0, 1]) {
      await portals[index]?.stop()
      portals[index] = await start(index)
      await more(load.result.answered + 200)
    }
    const { answered, failed } = await load.stop()
    t.diagnostic(`${answered} calls answered, ${failed.length} failed`)
    assert.deepEqual(failed, [])
  })
})
