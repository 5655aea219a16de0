import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { local, type Member, type Topology } from '../../bin/cluster/topology.ts'
import { processesOf } from '../support/program.ts'

// Finds the servers and processes of a cluster that a test kills or stops.

/** Patroni's answer at its address `/cluster`. */
type Patroni = { members: { name: string; role: string; state: string }[] }

/** The database server in a role, by what Patroni on any answering machine reports. */
export async function memberIn({ members }: Topology, role: 'leader' | 'sync_standby'): Promise<Member> {
  for (const { patroni } of members) {
    const answer = await fetch(`http://${local(patroni)}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined)
    const known = ((await answer?.json()) as Patroni | undefined)?.members ?? []
    const found = known.find((entry) => entry.role === role && entry.state === 'running')
    const member = members.find(({ name }) => name === found?.name)
    if (member) return member
  }
  throw new Error(`no member is the ${role}`)
}
export const primaryOf = (topology: Topology) => memberIn(topology, 'leader')

/** The machine whose etcd server leads the other two. */
export async function etcdLeaderOf({ members }: Topology): Promise<Member> {
  for (const member of members) {
    const answer = await fetch(`http://${local(member.etcd)}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
    })
    const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string }
    if (header.member_id === leader) return member
  }
  throw new Error('etcd has no leader')
}

/** The process of PostgreSQL on this machine. */
export const postmasterOf = (folder: string, { name }: Member): number =>
  Number(readFileSync(join(folder, name, 'data/postmaster.pid'), 'utf8').split('\n')[0])

/** The process with which a standby receives what the primary writes. */
export function receiverOf(folder: string, member: Member): number {
  const pid = processesOf(postmasterOf(folder, member)).find((entry) =>
    readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('walreceiver'),
  )
  if (!pid) throw new Error(`${member.name} receives nothing`)
  return pid
}
