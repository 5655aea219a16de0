import { spawnSync } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, launch, prepareCluster } from '../../server/database/cluster.ts'
import { until } from './jobs.ts'
import { dataFolder, freePort } from './program.ts'

type Options = {
  settings?: Record<string, string>
  /** The rules of pg_hba.conf. Without them, the server trusts everyone on this machine. */
  rules?: string[]
  /** Makes a folder whose `bin/postgres` runs the real program at this path. Returns the folder. */
  wrapped?: (program: string) => string
}
const TRUSTING = [
  'local all all trust',
  'host all all 127.0.0.0/8 trust',
  'host replication all 127.0.0.0/8 trust',
]

/** A file that only the server's operating-system user may read. */
function writeOwn({ folder, account }: Cluster, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid)
  return file
}

export type Server = Awaited<ReturnType<typeof startServer>>

/** Starts the database server in a prepared folder. `ask` runs one statement on its own connection. */
async function run(cluster: Cluster, folder: ReturnType<typeof dataFolder>, port: number) {
  const url = `postgresql://app@127.0.0.1:${port}/postgres`
  const ask = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'app', database: 'postgres', ssl: false })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    launch(cluster)
    await until(
      'the server answers',
      () => ask('select 1').catch(() => undefined),
      (rows) => rows !== undefined,
      30_000,
    )
  }
  /** Sends a signal to the server. After SIGINT or SIGKILL, waits until the server is gone. */
  const stop = async (signal: 'SIGINT' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => {
    const pid = folder.postmaster()
    if (pid === undefined) throw new Error('the server does not run')
    process.kill(pid, signal)
    if (signal === 'SIGINT' || signal === 'SIGKILL')
      await until(
        'the server is gone',
        async () => folder.postmaster(),
        (entry) => entry === undefined,
        30_000,
      )
  }
  await start()
  return {
    port,
    url,
    ask,
    start,
    stop,
    folder,
    write: (name: string, text: string) => writeOwn(cluster, name, text),
    /** Makes a standby of this database server, which is stopped during the copy. */
    async standby(settings: Record<string, string> = {}) {
      const other = dataFolder()
      await stop('SIGINT')
      spawnSync('cp', ['-a', cluster.folder, join(other.path, 'postgres')])
      await start()
      const otherPort = await freePort()
      const copy = prepareCluster(other.path, {
        settings: {
          ...cluster.settings,
          port: String(otherPort),
          hba_file: join(other.path, 'postgres/rules.conf'),
          primary_conninfo: `host=127.0.0.1 port=${port} user=app application_name=standby`,
          ...settings,
        },
      })
      writeOwn(copy, 'standby.signal', '')
      rmSync(join(copy.folder, 'postmaster.pid'), { force: true })
      return run(copy, other, otherPort)
    },
    drop: () => folder.drop(),
  }
}

/** A separate PostgreSQL server that listens on a port, for tests that stop, kill or copy it. */
export async function startServer({ settings = {}, rules = TRUSTING, wrapped }: Options = {}) {
  const folder = dataFolder()
  const port = await freePort()
  const cluster = prepareCluster(folder.path, {
    settings: {
      // By the second address, a test connects to a host that the server's certificate does not name.
      listen_addresses: '127.0.0.1,127.0.0.2',
      port: String(port),
      shared_buffers: '32MB',
      ...settings,
    },
  })
  const ready = {
    ...cluster,
    ...(wrapped ? { programs: wrapped(join(cluster.programs, 'bin/postgres')) } : {}),
    settings: { ...cluster.settings, hba_file: writeOwn(cluster, 'rules.conf', `${rules.join('\n')}\n`) },
  }
  return run(ready, folder, port)
}
