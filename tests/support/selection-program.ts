import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/database/connect.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { publishResults } from '../../server/selections/publish.ts'

// Does what is due in selections, and says so, until it is killed. A separate process, for tests that end it
// at any moment.
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
