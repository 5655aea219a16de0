import { resolve } from 'node:path'
import { openCluster } from './cluster.ts'
import { local, topology } from './topology.ts'

const HELP = `npm run cluster -- up [FOLDER]

Starts three portals, three PostgreSQL under Patroni, etcd, an S3 server, a mail catcher, Prometheus and HAProxy
on this machine, and keeps them running until Ctrl-C. FOLDER keeps their data; without one it is ./cluster.`

const [command, folder = 'cluster'] = process.argv.slice(2)
if (command !== 'up') {
  console.log(HELP)
  process.exit(command === undefined || command === 'help' ? 0 : 1)
}

const places = topology(21_000)
const cluster = await openCluster({ folder: resolve(folder), topology: places })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.close().then(() => process.exit(0)))
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
