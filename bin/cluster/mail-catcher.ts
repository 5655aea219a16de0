import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

// The mail server of a cluster on one machine. It stores each email as a file, which any mail program opens.
const [port, folder = 'mail'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
let taken = 0

new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      writeFileSync(join(folder, `${Date.now()}-${++taken}.eml`), Buffer.concat(pieces))
      done()
    })
  },
}).listen(Number(port), '127.0.0.1')
