import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, hasApt } from '../../tests/apt.ts'

const PACKAGES = ['etcd-server', 'patroni', 'postgresql', 'pgbackrest', 'haproxy', 'prometheus']
/** An S3 server for trials, in the cluster's folder. The portal does not need it. */
const S3_SERVER = 's3rver@3.7.1'

const isInstalled = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

/** The folder of the programs of the newest PostgreSQL that Debian installed. */
export function postgresPrograms(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number) : []
  return `/usr/lib/postgresql/${Math.max(...versions)}/bin`
}

/** Installs the servers of the cluster from Debian's packages. Returns the reason if that is impossible. */
export function installEngines(): string | undefined {
  if (
    ['etcd', 'patroni', 'pgbackrest', 'haproxy', 'prometheus'].every(isInstalled) &&
    existsSync(postgresPrograms())
  )
    return
  if (!hasApt()) return `The cluster needs root and Debian's packages ${PACKAGES.join(', ')}.`
  console.log('Installing PostgreSQL, Patroni, etcd, pgBackRest, HAProxy and Prometheus from Debian.')
  return aptInstall(...PACKAGES)
    ? undefined
    : 'Debian could not install the engines; the lines above say why.'
}

/** Installs the S3 server below `folder`. Returns the path of its program. */
export function installS3Server(folder: string): string {
  const program = join(folder, 'node_modules/s3rver/bin/s3rver.js')
  if (!existsSync(program)) {
    console.log('Installing an S3 server from npm.')
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', S3_SERVER]
    const { status } = spawnSync('npm', args, { stdio: 'inherit' })
    if (status !== 0) throw new Error('npm could not install the S3 server; the lines above say why.')
  }
  return program
}
