import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export const S3_KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Checks a request's signature by AWS's documentation of version 4, from the request alone. */
function signed(request: IncomingMessage, url: URL): boolean {
  const [, credential = '', names = '', signature = ''] =
    /Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(request.headers.authorization ?? '') ?? []
  const [id, day = '', region = '', service = '', kind = ''] = credential.split('/')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const heads = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const canonical = [
    request.method,
    url.pathname,
    query,
    heads,
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/${service}/${kind}`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = [region, service, kind].reduce<Buffer>(
    (before, part) => hmac(before, part),
    hmac(`AWS4${S3_KEY.secret}`, day),
  )
  return id === S3_KEY.id && service === 's3' && hmac(key, toSign).toString('hex') === signature
}

/**
 * Faults when an object is read. `half` and `halts` send half of the announced bytes, and then end or fall
 * silent. The others send correctly announced bytes that differ from the stored ones.
 */
const TAMPERED = {
  short: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
  long: (bytes: Buffer) => Buffer.concat([bytes, bytes]),
  other: (bytes: Buffer) =>
    Buffer.from(bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte))),
}
type Misbehaviour = 'hangs up' | 'says nothing' | 'half' | 'halts' | keyof typeof TAMPERED

/** A stand-in for an S3 service with one bucket, over HTTP. It accepts only what a real service accepts. */
export async function s3Peer() {
  const peer = {
    objects: new Map<string, { bytes: Buffer; put: Date }>(),
    asked: [] as string[],
    /** The status codes or faults of the S3 service's next responses. */
    failing: [] as (number | Misbehaviour)[],
    /** How many of the next accepted requests get no response. */
    silent: 0,
    /** The open responses of which only a part was sent. */
    halted: 0,
    pageSize: 1_000,
    url: '',
    /** Closes every connection, even those without a response. */
    hangUp: () => server.closeAllConnections(),
    stop: async () => {},
  }
  const list = (url: URL) => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const names = [...peer.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const page = names.slice(0, peer.pageSize)
    const contents = page.map(
      (name) =>
        `<Contents><Key>${name}</Key><Size>${peer.objects.get(name)?.bytes.length}</Size><LastModified>${peer.objects.get(name)?.put.toISOString()}</LastModified></Contents>`,
    )
    const more =
      names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const bytes = Buffer.concat(pieces)
    const url = new URL(request.url ?? '', 'http://x')
    const name = url.pathname.replace(/^\/bucket\/?/, '')
    peer.asked.push(`${request.method} ${url.pathname}`)
    const end = (status: number, body: Buffer | string = '', heads: Record<string, string> = {}) =>
      void response.writeHead(status, heads).end(body)
    const problem = peer.failing.shift()
    if (problem === 'hangs up') return void request.socket.destroy()
    if (problem === 'says nothing') {
      peer.silent++
      return void response.once('close', () => peer.silent--)
    }
    if (typeof problem === 'number') return end(problem, '<Error><Code>Fault</Code></Error>')
    if (!signed(request, url)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const stored = peer.objects.get(name)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return end(411)
      if (createHash('sha256').update(bytes).digest('hex') !== request.headers['x-amz-content-sha256'])
        return end(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>')
      peer.objects.set(name, { bytes, put: new Date() })
      return end(200)
    }
    if (request.method === 'DELETE') {
      peer.objects.delete(name)
      // A real S3 service answers 204 even if there is no such object.
      return end(204)
    }
    if (name === '') return end(200, list(url), { 'content-type': 'application/xml' })
    if (!stored) return end(404, request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
    if (problem === 'half' || problem === 'halts') {
      response
        .writeHead(200, { 'content-length': String(stored.bytes.length) })
        .write(stored.bytes.subarray(0, stored.bytes.length / 2))
      peer.halted++
      response.once('close', () => peer.halted--)
      return void (problem === 'half' && setImmediate(() => request.socket.destroySoon()))
    }
    if (problem)
      return end(200, TAMPERED[problem](stored.bytes), {
        'content-length': String(TAMPERED[problem](stored.bytes).length),
      })
    return end(200, request.method === 'HEAD' ? '' : stored.bytes, {
      'content-length': String(stored.bytes.length),
      'last-modified': stored.put.toUTCString(),
    })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  peer.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  peer.stop = () =>
    new Promise<void>((stopped) => {
      server.closeAllConnections()
      server.close(() => stopped())
    })
  return peer
}
