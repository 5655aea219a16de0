import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An email that the mail server accepted. `secure`: it came over TLS. */
type Taken = { from: string; to: string[]; email: Email; secure: boolean }

/** What the mail server may do with an email. */
type Manner =
  | 'take'
  | 'busy'
  | 'greylist'
  | 'no such mailbox'
  | 'not to my taste'
  | 'no sender'
  | 'shut'
  | 'take and drop'
  | 'hang'

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

type PeerOptions = {
  port?: number
  /** The server uses this certificate for TLS: from the first byte if `atOnce`, otherwise on request. */
  tls?: { key: string; cert: string; atOnce?: boolean }
}

/**
 * A real mail server for one test file. `taken` has the accepted emails. `manner` sets how it treats the next
 * email.
 */
export async function smtpPeer({ port = 0, tls }: PeerOptions = {}) {
  const taken: Taken[] = []
  let closing: Promise<void> | undefined
  const peer = {
    taken,
    manner: 'take' as Manner,
    /** The mail server never answers emails to this address, whatever its `manner`. */
    silentFor: undefined as string | undefined,
    /** How many of the next emails get no answer. */
    hanging: 0,
    port,
    /** A callback for an arrived email. It runs before the sender gets the answer. */
    before: async () => {},
    close: () => (closing ??= new Promise<void>((closed) => server.close(() => closed()))),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    ...(tls ? { secure: tls.atOnce ?? false, key: tls.key, cert: tls.cert } : {}),
    closeTimeout: 50,
    logger: false,
    onConnect: (_session, done) => {
      if (peer.manner === 'shut') done(refusal(554, 'No service for you'))
      else if (peer.manner === 'busy') done(refusal(421, 'Come back later'))
      else done()
    },
    onMailFrom: (_address, _session, done) =>
      done(peer.manner === 'no sender' ? refusal(550, 'Log in first') : undefined),
    onRcptTo: ({ address }, _session, done) => {
      if (peer.manner === 'greylist') done(refusal(451, `Not yet for ${address}`))
      else if (peer.manner === 'no such mailbox') done(refusal(550, `No mailbox ${address}`))
      else done()
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', async () => {
        if (peer.manner === 'not to my taste') return done(refusal(554, 'Refused'))
        const { mailFrom, rcptTo } = session.envelope
        if (peer.manner === 'hang' || rcptTo.some(({ address }) => address === peer.silentFor))
          return void peer.hanging++
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          email: await PostalMime.parse(Buffer.concat(pieces)),
          secure: session.secure,
        })
        await peer.before()
        // The server accepts the email, but closes the connection before the sender gets the answer.
        if (peer.manner === 'take and drop')
          for (const connection of server.connections)
            (connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
        else done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  peer.port = (server.server.address() as AddressInfo).port
  return peer
}
