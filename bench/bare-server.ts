import { spawn } from 'node:child_process'
import http from 'node:http'

type Answer = { headers: string[]; body: string }

const fetchCompressed = (url: string) =>
  new Promise<Answer>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ headers: response.rawHeaders, body: Buffer.concat(chunks).toString('base64') }),
        )
      })
      .on('error', reject)
  })

/** Headers that node:http sets itself for each connection, so the copied page must not set them. */
const HOP_BY_HOP = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * Starts the comparison for cached pages: a bare node:http process on `core` that only sends the bytes and
 * headers of the page `like`.
 */
export async function startBareServer(
  like: string,
  core?: number,
): Promise<{ url: string; stop: () => void }> {
  const { headers, body } = await fetchCompressed(like)
  const storedHeaders: string[] = []
  // In `rawHeaders`, names and values alternate.
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (!HOP_BY_HOP.has(name.toLowerCase())) storedHeaders.push(name, headers[index + 1] ?? '')
  }
  const [program, ...pinned] =
    core === undefined ? [process.execPath] : ['taskset', '-c', String(core), process.execPath]
  const child = spawn(program, [...pinned, import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ headers: storedHeaders, body }))
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (output: Buffer) => resolve(output.toString().trim())),
  )
  return { url: `http://127.0.0.1:${port}${new URL(like).pathname}`, stop: () => void child.kill() }
}

// When `startBareServer` runs this file, it is the bare server. It reads its answer from the standard input,
// and prints its port.
if (process.argv[1] === import.meta.filename) {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const { headers, body } = JSON.parse(Buffer.concat(chunks).toString()) as Answer
  const bytes = Buffer.from(body, 'base64')
  const server = http.createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
}
