import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, type Program, startProgram } from './program.ts'
import { postgresPrograms } from './packages.ts'
import { local, type Member, type Topology } from './topology.ts'

const root = join(import.meta.dirname, '../..')

export type Passwords = { owner: string; portal: string; superuser: string; replicator: string }

const ownFolder = (folder: string, { uid, gid }: Account) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, uid, gid)
  return folder
}

/** Starts the three etcd servers, which agree on which database server is the primary. */
export function startEtcd({ members }: Topology, folder: string, logs: string): Program[] {
  const cluster = members.map(({ name, etcdPeers }) => `${name}=http://${local(etcdPeers)}`).join(',')
  return members.map(({ name, etcd, etcdPeers }) =>
    startProgram({
      name: `etcd-${name}`,
      command: 'etcd',
      args: [],
      logs,
      env: {
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, `etcd-${name}`),
        ETCD_LISTEN_CLIENT_URLS: `http://${local(etcd)}`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${local(etcd)}`,
        ETCD_LISTEN_PEER_URLS: `http://${local(etcdPeers)}`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${local(etcdPeers)}`,
        ETCD_INITIAL_CLUSTER: cluster,
        ETCD_INITIAL_CLUSTER_STATE: 'new',
        ETCD_INITIAL_CLUSTER_TOKEN: 'portal',
        ETCD_HEARTBEAT_INTERVAL: '250',
        ETCD_ELECTION_TIMEOUT: '2500',
      },
    }),
  )
}

/** Where the program pgBackRest stores backups, and how it reaches this database server. */
export const repositorySettings = (
  folder: string,
  { name, postgres }: Member,
  data = join(folder, name, 'data'),
) => ({
  PGBACKREST_STANZA: 'portal',
  PGBACKREST_REPO1_PATH: join(folder, 'backups'),
  PGBACKREST_PG1_PATH: data,
  PGBACKREST_PG1_PORT: String(postgres),
  PGBACKREST_LOCK_PATH: join(folder, name, 'lock'),
  PGBACKREST_LOG_PATH: join(folder, name, 'log'),
})

/** Starts the three PostgreSQL servers, each under Patroni with the file in `deploy/`. */
export function startMembers(
  { members }: Topology,
  folder: string,
  logs: string,
  { account, passwords }: { account: Account; passwords: Passwords },
): Program[] {
  ownFolder(join(folder, 'backups'), account)
  return members.map((member) => {
    const { name, postgres, patroni } = member
    const own = ownFolder(join(folder, name), account)
    return startProgram({
      name: `patroni-${name}`,
      command: 'patroni',
      args: [join(root, 'deploy/patroni/patroni.yml')],
      logs,
      cwd: own,
      account,
      env: {
        HOME: own,
        // The path at which Patroni finds the program that creates the portal's database.
        PATH: `${join(root, 'deploy/patroni')}:${process.env.PATH ?? ''}`,
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: members.map(({ etcd }) => `'${local(etcd)}'`).join(','),
        PATRONI_RESTAPI_LISTEN: local(patroni),
        PATRONI_RESTAPI_CONNECT_ADDRESS: local(patroni),
        PATRONI_POSTGRESQL_LISTEN: local(postgres),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(postgres),
        PATRONI_POSTGRESQL_DATA_DIR: join(own, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
        PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: passwords.replicator,
        ...repositorySettings(folder, member),
        PORTAL_OWNER_PASSWORD: passwords.owner,
        PORTAL_PASSWORD: passwords.portal,
      },
    })
  })
}
