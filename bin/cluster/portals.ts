import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Passwords } from './database.ts'
import { type Program, startProgram } from './program.ts'
import { local, type Topology } from './topology.ts'

const root = join(import.meta.dirname, '../..')
const BUCKET = 'portal'
/** The keys that the S3 server accepts. Only programs on this machine can reach the server. */
const STORAGE_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** The S3 bucket that all portals share. */
export const startStorage = (
  { storage }: Topology,
  { program, folder, logs }: { program: string; folder: string; logs: string },
): Program =>
  startProgram({
    name: 'storage',
    command: process.execPath,
    args: [
      program,
      '--directory',
      join(folder, 'storage'),
      '--address',
      '127.0.0.1',
      '--port',
      String(storage),
      '--configure-bucket',
      BUCKET,
      '--no-vhost-buckets',
    ],
    logs,
  })

/** An address that always leads to the primary PostgreSQL server, whichever of the three that is. */
export const databaseUrl = (ports: number[], role: string, password: string) =>
  `postgresql://${role}:${password}@${ports.map(local).join(',')}/portal?target_session_attrs=read-write`

/** The settings that all portals share, because they are one installation. */
export const commonSettings = (
  topology: Topology,
  folder: string,
  passwords: Passwords,
  ports = topology.members.map(({ postgres }) => postgres),
) => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://${local(topology.front)}`,
  TRUST_PROXY: '127.0.0.1',
  DATABASE_URL: databaseUrl(ports, 'portal_app', passwords.portal),
  DATABASE_OWNER_URL: databaseUrl(ports, 'portal_owner', passwords.owner),
  STORAGE_URL: `s3://${BUCKET}/files?endpoint=http://${local(topology.storage)}`,
  ...STORAGE_KEYS,
  SMTP_URL: `smtp://${local(topology.mail)}`,
  MAIL_FROM: 'Jobs <jobs@example.org>',
  SECRET_KEY_FILE: join(folder, 'keys/secret.key'),
  RECEIPT_KEY_FILE: join(folder, 'keys/receipts.key'),
})

/** Starts the portals. Each has its own data folder. */
export function startPortals(
  topology: Topology,
  {
    folder,
    logs,
    settingsOf,
  }: { folder: string; logs: string; settingsOf: (name: string) => Record<string, string> },
): Program[] {
  return topology.nodes.map(({ name, port, metrics }) => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return startProgram({
      name,
      command: process.execPath,
      args: ['--max-semi-space-size=16', '--heap-growing-percent=30', join(root, 'server/main.ts')],
      cwd: root,
      logs,
      env: { ...settingsOf(name), PORT: String(port), METRICS_PORT: String(metrics), DATA_DIR: dataDir },
    })
  })
}

/** Starts Prometheus with the alert rules of `deploy/`. It reads the metrics of every portal. */
export function startPrometheus({ nodes, prometheus }: Topology, folder: string, logs: string): Program {
  const own = join(folder, 'prometheus')
  cpSync(join(root, 'deploy/prometheus'), own, { recursive: true })
  writeFileSync(
    join(own, 'targets.yml'),
    JSON.stringify([{ targets: nodes.map(({ metrics }) => local(metrics)) }]),
  )
  return startProgram({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${join(own, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(own, 'data')}`,
      `--web.listen-address=${local(prometheus)}`,
    ],
    logs,
  })
}

/** Starts HAProxy before the portals, with the configuration file in `deploy/`. */
export const startBalancer = ({ front, nodes }: Topology, logs: string): Program =>
  startProgram({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', join(root, 'deploy/haproxy/haproxy.cfg')],
    logs,
    env: {
      PORTAL_BIND: local(front),
      ...Object.fromEntries(nodes.map(({ port }, index) => [`PORTAL_${index + 1}`, local(port)])),
    },
  })
