import http from 'node:http'

/** The limit for cached pages: node:http sending the same bytes and headers, and nothing else. Resolves with its address. */
export async function bareServer(like: string): Promise<{ url: string; close: () => void }> {
  const answer = await new Promise<{ headers: string[]; body: Buffer }>((resolve, reject) => {
    http
      .get(like, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ headers: response.rawHeaders, body: Buffer.concat(chunks) }))
      })
      .on('error', reject)
  })
  const hopByHop = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])
  const headers: string[] = []
  for (let at = 0; at < answer.headers.length; at += 2) {
    const name = answer.headers[at] ?? ''
    if (!hopByHop.has(name.toLowerCase())) headers.push(name, answer.headers[at + 1] ?? '')
  }
  const server = http.createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

if (process.argv[1] === import.meta.filename) {
  const { url } = await bareServer(process.argv[2] ?? '')
  console.log(url)
}
