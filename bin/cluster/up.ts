import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { openCluster } from './cluster.ts'
import { local, portsOf, topology } from './topology.ts'

const HELP = `npm run cluster -- up [FOLDER]

Starts three portals, three PostgreSQL under Patroni, etcd, an S3 server, a mail catcher, Prometheus and HAProxy
on this machine, and keeps them running until Ctrl-C. FOLDER keeps their data; without one it is ./cluster.`

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const isInUse = (port: number) =>
  new Promise<boolean>((resolved) => {
    const server = createServer()
    server.once('error', () => resolved(true))
    server.listen(port, '127.0.0.1', () => server.close(() => resolved(false)))
  })
const portsInUse = async (ports: number[]) => {
  const busy = await Promise.all(ports.map(isInUse))
  return ports.filter((_port, index) => busy[index])
}

const [command, folder = 'cluster'] = process.argv.slice(2)
if (command !== 'up') {
  console.log(HELP)
  process.exit(command === undefined || command === 'help' ? 0 : 1)
}

// The cluster uses ports from 21,000 up, which other programs seldom use.
const places = topology(21_000)
// If another program uses one of these ports, it would answer instead of the cluster.
const inUse = await portsInUse(portsOf(places))
if (inUse.length > 0) {
  console.error(`These ports are in use: ${inUse.join(', ')}. Stop the cluster that runs already.`)
  process.exit(1)
}
// Until the whole cluster runs, a stop signal ends this process and the programs that it has started.
const endAtOnce = () => process.exit(1)
for (const signal of SIGNALS) process.once(signal, endAtOnce)
const cluster = await openCluster({ folder: resolve(folder), topology: places })
for (const signal of SIGNALS) {
  process.off(signal, endAtOnce)
  process.once(signal, () => void cluster.close().then(() => process.exit(0)))
}
await cluster.ready().catch(async (error: Error) => {
  console.error(`${error.message}\nThe programs say why in ${cluster.folder}/logs.`)
  await cluster.close()
  process.exit(1)
})
console.log(`Portal      ${cluster.url}`)
for (const { name, port } of places.nodes) console.log(`${name.padEnd(11)} http://${local(port)}`)
console.log(`Patroni     http://${local(places.members[0]?.patroni ?? 0)}/cluster`)
console.log(`Prometheus  http://${local(places.prometheus)}`)
console.log(`Mail        ${cluster.folder}/mail`)
console.log(`Logs        ${cluster.folder}/logs`)
