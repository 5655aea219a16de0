import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/database/connect.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { publishResults } from '../../server/selections/publish.ts'

// Runs the due steps of selections, and reports them, until it is killed. It is a separate process, so that a
// test can end it at any moment.
const [, , url = '', dataDir = '', now = ''] = process.argv
const deps = {
  db: connect(url, { connections: 2 }),
  config: readConfig({ DATA_DIR: dataDir }),
  now: () => new Date(now),
  log: () => {},
}
console.log('begins')
for (;;) {
  await advanceSelections(deps)
  await publishResults(deps)
  console.log('passed')
}
