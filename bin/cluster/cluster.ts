import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReceiptKey } from '../../server/transparency/key.ts'
import { type Passwords, startEtcd, startMembers } from './database.ts'
import { installEngines, installS3Server } from './packages.ts'
import { commonSettings, startBalancer, startPortals, startPrometheus, startStorage } from './portals.ts'
import { type Account, startProgram } from './program.ts'
import { local, type Topology } from './topology.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>
type ClusterOptions = {
  folder: string
  topology: Topology
  settings?: Record<string, string>
  /** The ports of PostgreSQL for each portal. A test sets them to put proxies between. */
  databasePortsOf?: (name: string) => number[] | undefined
}

/** PostgreSQL refuses to run as root. Its servers run as the user `postgres`. */
const postgresAccount = (): Account => ({
  uid: Number(execFileSync('id', ['-u', 'postgres'])),
  gid: Number(execFileSync('id', ['-g', 'postgres'])),
})

const secret = () => randomBytes(18).toString('base64url')

/** The passwords of the cluster. The first start makes them and stores them in its folder. */
function passwordsIn(folder: string): Passwords {
  const file = join(folder, 'keys/passwords.json')
  if (!existsSync(file)) {
    const passwords = { owner: secret(), portal: secret(), superuser: secret(), replicator: secret() }
    writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Passwords
}

/** Makes the keys that all portals share, in the form of docs/several-machines.md, which uses openssl. */
function makeKeys(folder: string) {
  const keys = { 'secret.key': randomBytes(32).toString('hex'), 'receipts.key': makeReceiptKey() }
  for (const [name, text] of Object.entries(keys)) {
    const file = join(folder, 'keys', name)
    if (!existsSync(file)) writeFileSync(file, text, { mode: 0o600 })
  }
}

/** Whether an address answers with a 2xx status within two seconds. */
const answers = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits until every address answers. Throws an error with the silent addresses after the time limit. */
async function waitFor(addresses: string[], withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  const isUp = await Promise.all(
    addresses.map(async (address) => {
      while (!(await answers(address))) {
        if (performance.now() > end) return false
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      return true
    }),
  )
  const away = addresses.filter((_address, index) => !isUp[index])
  if (away.length > 0) throw new Error(`These addresses do not answer: ${away.join(', ')}`)
}

/** Makes the folders of the cluster. Returns the one for logs. */
function makeFolders(folder: string): string {
  const logs = join(folder, 'logs')
  for (const name of ['logs', 'keys']) mkdirSync(join(folder, name), { recursive: true })
  // The operating-system user of PostgreSQL must be able to enter this folder.
  chmodSync(folder, 0o711)
  chmodSync(join(folder, 'keys'), 0o700)
  return logs
}

/**
 * Starts the cluster of docs/several-machines.md on one machine: three servers each of etcd and PostgreSQL, a
 * bucket, a mail catcher, three portals, HAProxy before the portals, and Prometheus.
 */
export async function openCluster({ folder, topology, settings = {}, databasePortsOf }: ClusterOptions) {
  const refusal = installEngines()
  if (refusal) throw new Error(refusal)
  const logs = makeFolders(folder)
  const passwords = passwordsIn(folder)
  makeKeys(folder)

  const account = postgresAccount()
  const etcd = startEtcd(topology, folder, logs)
  const members = startMembers(topology, folder, logs, { account, passwords })
  const storage = startStorage(topology, { program: installS3Server(folder), folder, logs })
  const mail = startProgram({
    name: 'mail',
    command: process.execPath,
    args: [join(import.meta.dirname, 'mail-catcher.ts'), String(topology.mail), join(folder, 'mail')],
    logs,
  })
  const settingsOf = (name?: string) => ({
    ...commonSettings(topology, folder, passwords, name ? databasePortsOf?.(name) : undefined),
    ...settings,
  })
  await waitFor(
    topology.members.map(({ patroni }) => `http://${local(patroni)}/readiness`),
    90_000,
  )
  const portals = startPortals(topology, { folder, logs, settingsOf })
  const balancer = startBalancer(topology, logs)
  const prometheus = startPrometheus(topology, folder, logs)
  return {
    topology,
    folder,
    account,
    passwords,
    settings: settingsOf(),
    etcd,
    members,
    storage,
    mail,
    portals,
    balancer,
    url: `http://${local(topology.front)}`,
    ready: () =>
      waitFor(
        [...topology.nodes.map(({ port }) => port), topology.front].map(
          (port) => `http://${local(port)}/readyz`,
        ),
        90_000,
      ),
    /** Stops all programs of the cluster: callers first, the database last. */
    async close() {
      await Promise.all([balancer, ...portals].map((program) => program.stop()))
      await Promise.all([storage, mail, prometheus].map((program) => program.stop()))
      await Promise.all(members.map((program) => program.stop()))
      await Promise.all(etcd.map((program) => program.stop()))
    },
  }
}
