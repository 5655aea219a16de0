import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { aptInstall, hasApt } from '../apt.ts'

const root = join(import.meta.dirname, '../..')
const deployed = (name: string) => join(root, 'deploy', name)
const isHere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
/** Installs a package if its program is missing. Returns false, or the reason for skipping the test. */
const needs = (program: string, name: string) => {
  if (isHere(program) || (hasApt() && aptInstall(name) && isHere(program))) return false
  return `${program} is not here and cannot be installed`
}

describe('the files that a machine is set up with are accepted by their programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-deploy-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const run = (command: string, args: string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', ...env },
    })
    return { status, text: stdout + stderr }
  }

  /** Makes a certificate and its key for a web server. */
  const certificate = () => {
    const [file, key] = [join(folder, 'portal.crt'), join(folder, 'portal.key')]
    const made = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', file]
    run('openssl', [...made, '-subj', '/CN=jobs.example.org', '-days', '1'])
    return { file, key }
  }

  test('HAProxy, without TLS and as its first lines say to turn TLS on', {
    skip: needs('haproxy', 'haproxy'),
  }, () => {
    const { file, key } = certificate()
    const both = join(folder, 'portal.pem')
    writeFileSync(both, readFileSync(file, 'utf8') + readFileSync(key, 'utf8'))
    const portals = { PORTAL_1: '10.0.0.11:3000', PORTAL_2: '10.0.0.12:3000', PORTAL_3: '10.0.0.13:3000' }
    const settings: Record<string, string>[] = [
      { PORTAL_BIND: '127.0.0.1:8080' },
      {
        PORTAL_BIND: `:443 ssl crt ${both} alpn h2,http/1.1`,
        PORTAL_HTTP_BIND: ':80',
        PORTAL_RUN_AS: 'daemon',
      },
    ]
    for (const binds of settings) {
      const env = { ...portals, ...binds }
      const { status, text } = run('haproxy', ['-c', '-f', deployed('haproxy/haproxy.cfg')], env)
      assert.equal(status, 0, text)
      assert.doesNotMatch(text, /WARNING|ALERT/)
    }
  })

  test('nginx', { skip: needs('nginx', 'nginx-light') }, () => {
    const { file: certificateFile, key } = certificate()
    const portal = readFileSync(deployed('nginx/portal.conf'), 'utf8')
      .replace('/etc/nginx/portal.crt', certificateFile)
      .replace('/etc/nginx/portal.key', key)
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${portal} }`)
    const { status, text } = run('nginx', ['-t', '-q', '-c', file])
    assert.equal(status, 0, text)
  })

  test('systemd', { skip: isHere('systemd-analyze') ? false : 'systemd is not here' }, () => {
    for (const name of ['portal.service', 'portal-log-verify.service', 'portal-log-verify.timer']) {
      const unit = readFileSync(deployed(`systemd/${name}`), 'utf8')
      // Replace the program's path, which systemd checks: this machine has nothing in /opt/portal.
      writeFileSync(
        join(folder, name),
        unit.replaceAll('/opt/portal/node_modules/.bin/node', process.execPath),
      )
    }
    const { status, text } = run('systemd-analyze', [
      'verify',
      ...['portal.service', 'portal-log-verify.timer'].map((name) => join(folder, name)),
    ])
    assert.equal(status, 0, text)
    assert.equal(text, '')
  })

  test('no unit opens the data folder to other accounts, because the start of any unit sets its mode', () => {
    for (const name of ['portal.service', 'portal-log-verify.service']) {
      const unit = readFileSync(deployed(`systemd/${name}`), 'utf8')
      assert.match(unit, /^StateDirectory=portal$/m)
      assert.match(unit, /^StateDirectoryMode=0700$/m, name)
      assert.match(unit, /^UMask=0077$/m, name)
    }
  })

  test('the members of Patroni start by one file, whose scripts are shell', () => {
    for (const name of ['create-portal-database', 'start-member']) {
      const { status, text } = run('sh', ['-n', deployed(`patroni/${name}`)])
      assert.equal(status, 0, text)
    }
  })
})
