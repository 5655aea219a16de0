import net from 'node:net'

/**
 * What happens to a call: its answer is lost, the call is cut before its last tenth, no answer comes, or the
 * answer comes late.
 */
export type Fate = 'answer lost' | 'cut at nine tenths' | 'silence' | { lateMs: number }

/**
 * A proxy between a browser and a portal on 127.0.0.1 that simulates a poor network. `fate` receives the
 * first line of each call and decides.
 */
export async function poorNetwork(port: number, fate: (line: string) => Fate | undefined) {
  const open = new Set<net.Socket>()
  const messages: string[] = []
  const server = net.createServer((browser) => {
    const portal = net.connect(port, '127.0.0.1')
    /** The fate of the call that this connection carries at present. */
    let present: Fate | undefined
    let left = 0
    const end = () => {
      browser.resetAndDestroy()
      portal.destroy()
    }
    for (const entry of [browser, portal]) {
      open.add(entry)
      entry.on('error', () => {})
      entry.on('close', () => {
        open.delete(entry)
        browser.destroy()
        portal.destroy()
      })
    }
    browser.on('data', (piece: Buffer) => {
      const head = piece.toString('latin1')
      const line = /^[A-Z]+ \S+ HTTP\/1\.1/.exec(head)?.[0]
      if (line) {
        present = fate(line)
        if (present) messages.push(line)
        left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) * 0.9
      }
      if (present === 'silence') return
      // `left`: how many bytes of the call may still pass, at first nine tenths of its body's size.
      if (present === 'cut at nine tenths') {
        left -= piece.length
        if (left <= 0) return end()
      }
      portal.write(piece)
    })
    portal.on('data', (piece: Buffer) => {
      if (present === 'answer lost') return end()
      if (typeof present === 'object')
        return void setTimeout(() => browser.writable && browser.write(piece), present.lateMs)
      browser.write(piece)
    })
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    /** The first lines of the calls that the proxy failed or delayed. */
    told: messages,
    async close() {
      for (const entry of open) entry.destroy()
      await new Promise((down) => server.close(down))
    },
  }
}
