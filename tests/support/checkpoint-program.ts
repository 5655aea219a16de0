import { readFileSync } from 'node:fs'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/database/connect.ts'
import { receiptKeyFrom } from '../../server/transparency/key.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'

// Appends checkpoints to the public log without a pause until it is killed. It is a separate process, so that
// a test can end it at any moment.
const [, , url = '', dataDir = '', keyFile = '', origin = ''] = process.argv
const pass = checkpointWriter({
  db: connect(url, { connections: 2 }),
  config: readConfig({ DATA_DIR: dataDir }),
  receiptKey: receiptKeyFrom(readFileSync(keyFile, 'utf8'), origin),
  now: () => new Date(),
  log: () => {},
})
console.log('begins')
for (;;) {
  await pass()
  console.log('passed')
}
