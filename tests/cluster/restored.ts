import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../../bin/cluster/cluster.ts'
import { repositorySettings } from '../../bin/cluster/database.ts'
import { postgresPrograms } from '../../bin/cluster/packages.ts'
import type { Member } from '../../bin/cluster/topology.ts'

// Restores the backup of the test cluster for survives.test.ts.

/**
 * Runs a program as PostgreSQL's user on a database machine, as docs/several-machines.md does. `data`: the
 * database's folder, if it is not the machine's own.
 */
export function asPostgres(cluster: Cluster, member: Member, command: string, args: string[], data?: string) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: join(cluster.folder, member.name),
    env: {
      PATH: `${postgresPrograms()}:${process.env.PATH ?? ''}`,
      LANG: 'C.UTF-8',
      ...repositorySettings(cluster.folder, member, data),
    },
    ...cluster.account,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/**
 * Restores the backups to a moment, into a new folder of this machine, and starts PostgreSQL there on `port`.
 * Returns a function that stops that server.
 */
export function restoreTo(
  cluster: Cluster,
  member: Member,
  { moment, port }: { moment: string; port: number },
) {
  const data = join(cluster.folder, member.name, 'restored')
  mkdirSync(data, { mode: 0o700 })
  spawnSync('chown', [`${cluster.account.uid}:${cluster.account.gid}`, data])
  asPostgres(
    cluster,
    member,
    'pgbackrest',
    ['restore', '--type=time', `--target=${moment}`, '--target-action=promote'],
    data,
  )
  // The restored server must not touch the cluster: it neither archives nor waits for a standby.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c archive_mode=off -c synchronous_standby_names=`
  asPostgres(
    cluster,
    member,
    'pg_ctl',
    ['start', '-w', '-t', '120', '-D', data, '-o', options, '-l', join(data, 'restored.log')],
    data,
  )
  return () => asPostgres(cluster, member, 'pg_ctl', ['stop', '-m', 'immediate', '-D', data], data)
}
