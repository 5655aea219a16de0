import net from 'node:net'

/**
 * A proxy before a portal on 127.0.0.1, with one connection per call. When it `loses` a call, the portal
 * still answers completely. The caller receives nothing or half of the answer, and the connection closes.
 */
export async function lossyProxy(port: number, loses: (head: string) => 'whole' | 'half' | undefined) {
  const counts = { answered: 0, lost: 0 }
  const server = net.createServer((caller) => {
    const portal = net.connect(port, '127.0.0.1')
    const answer: Buffer[] = []
    let lost: ReturnType<typeof loses>
    caller.once('data', (piece: Buffer) => {
      lost = loses(piece.toString('latin1'))
      portal.write(piece)
      caller.pipe(portal)
    })
    portal.on('data', (piece: Buffer) => void answer.push(piece))
    // The portal closes the connection after its full answer. Only then pass on all, half or nothing of the
    // answer.
    portal.once('end', () => {
      const all = Buffer.concat(answer)
      if (all.length === 0) return
      counts[lost ? 'lost' : 'answered']++
      if (!lost) caller.end(all)
      else if (lost === 'whole') caller.resetAndDestroy()
      else caller.write(all.subarray(0, all.length / 2), () => caller.resetAndDestroy())
    })
    portal.on('error', () => {})
    caller.on('error', () => {})
    portal.once('close', () => answer.length === 0 && caller.destroy())
    caller.once('close', () => portal.destroy())
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  return {
    port: (server.address() as net.AddressInfo).port,
    told: counts,
    close: () => new Promise((down) => server.close(down)),
  }
}
