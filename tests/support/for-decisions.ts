import { after, before, beforeEach } from 'node:test'
import { nextMinute } from './accounts.ts'
import { type DecisionDesk, decisionDesk } from './decisions.ts'
import { openPortal, type Portal, type PortalOptions } from './portal.ts'

/** One portal with an officers' decision desk, for all tests of a file. Each test starts in a new minute. */
export function forDecisions(
  use: (opened: { portal: Portal; desk: DecisionDesk }) => unknown,
  options: PortalOptions = {},
): void {
  let portal: Portal
  before(async () => {
    portal = await openPortal(options)
    await use({ portal, desk: await decisionDesk(portal) })
  })
  beforeEach(() => nextMinute())
  after(() => portal.close())
}
