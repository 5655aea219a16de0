import { generateKeyPairSync, sign } from 'node:crypto'

// The certificates here are written in DER: a tag, the length, and the content. Tags: 0x02 number, 0x03 bits,
// 0x04 bytes, 0x06 object identifier, 0x0c and 0x17 text and time, 0x30 sequence, 0x31 set. Tags from 0xa0 up
// are fields by position.

const der = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const ECDSA_SHA256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
/** A certificate's name with one part, the common name (2.5.4.3). */
const named = (name: string) => sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), text(0x0c, name))))
/**
 * An extension of a certificate (2.5.29.`last`): 0x11 lists other names of the host, 0x13 allows it to sign
 * other certificates.
 */
const extension = (last: number, value: Buffer) => sequence(der(0x06, [0x55, 0x1d, last]), der(0x04, value))

/** Makes a key and a self-signed certificate for 127.0.0.1 and localhost, valid from 2020 to 2049. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const about = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_SHA256,
    named('a mail server'),
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    named('a mail server'),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(0x11, sequence(text(0x82, 'localhost'), der(0x87, [127, 0, 0, 1]))),
        extension(0x13, sequence(der(0x01, [0xff]))),
      ),
    ),
  )
  const signature = sign('sha256', about, { key: privateKey, dsaEncoding: 'der' })
  const whole = sequence(about, ECDSA_SHA256, der(0x03, [0], signature)).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
