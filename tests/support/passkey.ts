import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
// A passkey's answers have the binary format CBOR, written here by hand: 0xa3 starts a map of three entries,
// 0x58 starts bytes with a length.

const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const b64 = (bytes: Buffer) => bytes.toString('base64url')

type Options = { challenge: string; rpId?: string; rp?: { id?: string } }
/** Replaces parts of a correct passkey answer, to make a wrong one. */
type Over = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  counter?: number
  flags?: number
  id?: Buffer
  transports?: unknown
  framedBy?: string
  /** A text before the JSON that is signed. */
  before?: string
}

/** A passkey in software: one key pair (ES256), a counter, and the JSON that a browser would send. */
export function authenticator(origin: string) {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')])
  /** The public key in the format COSE: an elliptic curve key for ES256 with its two coordinates. */
  const cose = Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)])

  const framed = ({ framedBy }: Over) =>
    framedBy ? { crossOrigin: true, topOrigin: framedBy } : { crossOrigin: false }
  const client = (options: Options, over: Over, type: string) =>
    Buffer.from(
      (over.before ?? '') +
        JSON.stringify({
          type: over.type ?? type,
          challenge: over.challenge ?? options.challenge,
          origin: over.origin ?? origin,
          ...framed(over),
        }),
    )
  /**
   * The authenticator data of a passkey: the hash of the host, the flags, and the counter. Flags: 0x01 a
   * person is present, 0x04 the person is verified, 0x40 a new public key follows.
   */
  const head = (options: Options, over: Over, flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(over.counter ?? counter)
    const place = over.rpId ?? options.rpId ?? options.rp?.id ?? ''
    return Buffer.concat([sha256(place), Buffer.from([over.flags ?? flags]), count])
  }
  return {
    id: b64(id),
    create(options: Options, over: Over = {}) {
      const own = over.id ?? id
      const data = Buffer.concat([
        head(options, over, 0x45, 0),
        Buffer.alloc(16),
        Buffer.from([0, own.length]),
        own,
        cose,
      ])
      const object = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const response = {
        clientDataJSON: b64(client(options, over, 'webauthn.create')),
        attestationObject: b64(object),
        transports: over.transports ?? ['internal'],
      }
      return { id: b64(own), rawId: b64(own), type: 'public-key', clientExtensionResults: {}, response }
    },
    get(options: Options, counter: number, over: Over = {}) {
      const data = head(options, over, 0x05, counter)
      const json = client(options, over, 'webauthn.get')
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey)
      const own = over.id ?? id
      const response = { clientDataJSON: b64(json), authenticatorData: b64(data), signature: b64(signature) }
      return { id: b64(own), rawId: b64(own), type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}
export type Authenticator = ReturnType<typeof authenticator>
