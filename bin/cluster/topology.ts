// The machines of the cluster. All share one real machine, so they differ only by their ports.

/**
 * One database machine: the ports of PostgreSQL, of Patroni's REST API, and of etcd for clients and for the
 * other etcd servers.
 */
export type Member = { name: string; postgres: number; patroni: number; etcd: number; etcdPeers: number }
/** A machine that runs the portal's program. */
type Node = { name: string; port: number; metrics: number }
export type Topology = {
  members: Member[]
  nodes: Node[]
  /** The port of HAProxy, at which people reach the portal. */
  front: number
  storage: number
  mail: number
  prometheus: number
}

/** Three machines of each kind, on the ports from `base` up. */
export function topology(base: number, portals = 3): Topology {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  return {
    members: numbers(3).map((number) => ({
      name: `db${number}`,
      postgres: base + 10 + number,
      patroni: base + 20 + number,
      etcd: base + 30 + number,
      etcdPeers: base + 40 + number,
    })),
    nodes: numbers(portals).map((number) => ({
      name: `portal${number}`,
      port: base + 50 + number,
      metrics: base + 60 + number,
    })),
    front: base,
    storage: base + 1,
    mail: base + 2,
    prometheus: base + 3,
  }
}

/** All ports that the cluster uses. */
export const portsOf = ({ members, nodes, front, storage, mail, prometheus }: Topology): number[] => [
  ...members.flatMap(({ postgres, patroni, etcd, etcdPeers }) => [postgres, patroni, etcd, etcdPeers]),
  ...nodes.flatMap(({ port, metrics }) => [port, metrics]),
  front,
  storage,
  mail,
  prometheus,
]

export const local = (port: number) => `127.0.0.1:${port}`
