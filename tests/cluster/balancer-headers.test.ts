import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { aptInstall, hasApt } from '../apt.ts'
import { until } from '../support/jobs.ts'
import { freePort } from '../support/program.ts'

// The settings of HAProxy and nginx in `deploy/` must drop headers by which a caller claims to be a proxy.

const deployed = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')
const isHere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
/** Installs a package if its program is missing. Returns false, or the reason for skipping the test. */
const needs = (program: string, name: string) =>
  isHere(program) || (hasApt() && aptInstall(name) && isHere(program)) ? false : `${program} is not here`

/** Headers with which a caller pretends to be a proxy that the portal trusts. */
const FORGED = {
  'x-request-id': 'chosen-by-a-caller',
  traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
  tracestate: 'caller=1',
  'x-forwarded-for': '192.0.2.7',
}

// A stand-in for all three portals. It reports that it is ready, and stores the headers of the last test
// call.
const portal = createServer((request, response) => {
  if (request.url === '/received') received = request.headers
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ready"}')
})
let received: IncomingHttpHeaders = {}
let portalAddress: string
const folder = mkdtempSync(join(tmpdir(), 'portal-balancer-'))
before(async () => {
  const port = await freePort()
  portal.listen(port, '127.0.0.1')
  await once(portal, 'listening')
  portalAddress = `127.0.0.1:${port}`
})
after(() => {
  portal.closeAllConnections()
  portal.close()
  rmSync(folder, { recursive: true, force: true })
})

function haproxy(port: number): ChildProcess {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, deployed('haproxy/haproxy.cfg'))
  const portals = { PORTAL_1: portalAddress, PORTAL_2: portalAddress, PORTAL_3: portalAddress }
  const env = { PATH: process.env.PATH ?? '', PORTAL_BIND: `127.0.0.1:${port}`, ...portals }
  return spawn('haproxy', ['-db', '-f', file], { env, stdio: 'ignore' })
}

/** Starts nginx with the site in `deploy/`, but with the stand-in as its portals, and without TLS. */
function nginx(port: number): ChildProcess {
  const site = deployed('nginx/portal.conf')
    .replaceAll(/10\.0\.0\.1[123]:3000/g, portalAddress)
    .replace(/server \{\n\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*\n/gm, '')
  const file = join(folder, 'nginx.conf')
  const log = join(folder, 'error.log')
  writeFileSync(file, `daemon off; pid ${folder}/nginx.pid; error_log ${log}; events {} http { ${site} }`)
  return spawn('nginx', ['-q', '-c', file], { stdio: 'ignore' })
}

const BALANCERS = [
  { name: 'HAProxy', start: haproxy, skip: needs('haproxy', 'haproxy') },
  { name: 'nginx', start: nginx, skip: needs('nginx', 'nginx-light') },
]
for (const { name, start, skip } of BALANCERS)
  describe(`the shipped ${name} speaks for itself, never for a caller`, { skip }, () => {
    test('the id, the trace and the address that a caller claims do not reach the portal', async (t) => {
      const port = await freePort()
      const balancer = start(port)
      t.after(async () => {
        balancer.kill()
        await once(balancer, 'exit')
      })
      const call = () => fetch(`http://127.0.0.1:${port}/received`, { headers: FORGED })
      await until(
        `${name} answers`,
        () =>
          call().then(
            ({ status }) => status,
            () => 0,
          ),
        (status) => status === 200,
        10_000,
      )
      assert.deepEqual([received.traceparent, received.tracestate], [undefined, undefined])
      assert.equal(received['x-forwarded-for'], '127.0.0.1')
      // If a request id has this form, the portal uses it instead of making its own.
      assert.match(String(received['x-request-id']), /^[\w-]{8,64}$/)
      assert.notEqual(received['x-request-id'], FORGED['x-request-id'])
    })
  })
