import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openNote } from './naive-log.ts'

type Manner =
  | 'signs'
  | 'lies'
  | 'signs late'
  | 'hangs'
  | 'redirects'
  | 'writes for ever'
  | 'names no size'
  | number

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const nodeOf = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

/** Whether a log's tree only grew between two sizes, checked by the steps of RFC 9162 §2.1.4.2. */
function isConsistent(
  before: { size: number; root: Buffer },
  after: typeof before,
  proof: Buffer[],
): boolean {
  if (before.size === 0) return proof.length === 0
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root)
  const path = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : [...proof]
  let [position, last] = [before.size - 1, after.size - 1]
  while (position % 2 === 1) [position, last] = [(position - 1) / 2, Math.floor(last / 2)]
  let old = path.shift()
  if (!old) return false
  let root = old
  for (const hash of path) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      old = nodeOf(hash, old)
      root = nodeOf(hash, root)
      while (position % 2 === 0 && position > 0) [position, last] = [position / 2, Math.floor(last / 2)]
    } else root = nodeOf(root, hash)
    ;[position, last] = [Math.floor(position / 2), Math.floor(last / 2)]
  }
  return last === 0 && old.equals(before.root) && root.equals(after.root)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/**
 * A witness, which cosigns checkpoints, by the specification C2SP tlog-witness. It has its own key, clock and
 * memory of one log, and uses no code of the server. A test can make it misbehave.
 */
export async function witnessPeer(log: { vkey: string }, name = 'witness.example/w1') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyBytes = Buffer.concat([
    Buffer.of(4),
    publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
  ])
  const keyId = sha256(Buffer.from(`${name}\n`), keyBytes).subarray(0, 4)
  const peer = {
    name,
    vkey: `${name}+${keyId.toString('hex')}+${keyBytes.toString('base64')}`,
    url: '',
    manner: 'signs' as Manner,
    now: () => new Date(),
    /** The checkpoint that this witness cosigned last. */
    known: { size: 0, root: randomBytes(32) as Buffer },
    /** The old tree sizes in the requests to the witness. */
    asked: [] as number[],
    close: async () => {},
  }
  const cosign = (text: string): string => {
    const seconds = Math.floor(peer.now().getTime() / 1_000) - (peer.manner === 'signs late' ? 3_600 : 0)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const signed = peer.manner === 'lies' ? text.replace(/\n\d+\n/, '\n1\n') : text
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${signed}`), privateKey)
    return `— ${name} ${Buffer.concat([keyId, time, signature]).toString('base64')}\n`
  }
  /** The witness's answer: status, text, and the content type of a conflict. */
  const judge = (body: string): [number, string, string?] => {
    const [head = '', ...rest] = body.split('\n\n')
    const note = rest.join('\n\n')
    const [oldLine = '', ...proof] = head.split('\n')
    const oldSize = Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1])
    peer.asked.push(oldSize)
    let checkpoint: ReturnType<typeof openNote>
    try {
      checkpoint = openNote(note, log.vkey)
    } catch {
      return [403, '']
    }
    if (!(oldSize <= checkpoint.size)) return [400, '']
    const hashes = proof.map((line) => Buffer.from(line, 'base64'))
    if (oldSize !== peer.known.size) return [409, `${peer.known.size}\n`, 'text/x.tlog.size']
    if (oldSize === checkpoint.size && !checkpoint.root.equals(peer.known.root)) return [409, '']
    if (!isConsistent(peer.known, checkpoint, hashes)) return [422, '']
    peer.known = { size: checkpoint.size, root: checkpoint.root }
    // The first line is a random signature of an unknown key, which a reader must skip.
    return [
      200,
      `— other.example ${randomBytes(76).toString('base64')}\n${cosign(rest[0] ? `${rest[0]}\n` : '')}`,
    ]
  }
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await bodyOf(request)
    if (request.method !== 'POST' || request.url !== '/add-checkpoint') return reply.writeHead(405).end()
    if (peer.manner === 'hangs') return void peer.asked.push(Number.NaN)
    if (peer.manner === 'redirects') return reply.writeHead(307, { location: '/elsewhere' }).end()
    if (peer.manner === 'names no size') return reply.writeHead(409).end('perhaps')
    if (typeof peer.manner === 'number') {
      peer.asked.push(Number.NaN)
      return reply.writeHead(peer.manner).end()
    }
    const [status, text, type] = judge(body)
    reply.writeHead(status, type ? { 'content-type': type } : {})
    reply.end(peer.manner === 'writes for ever' ? 'x'.repeat(200_000) : text)
  }
  const server = createServer((request, reply) => void answer(request, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  peer.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return peer
}
export type WitnessPeer = Awaited<ReturnType<typeof witnessPeer>>
