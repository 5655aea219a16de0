import { after, before, beforeEach } from 'node:test'
import { nextMinute } from './accounts.ts'
import { type DecisionStaff, decisionStaff } from './decisions.ts'
import { openPortal, type Portal, type PortalOptions } from './portal.ts'

/** One portal with officers for decisions, for all tests of a file. Each test starts in a new minute. */
export function forDecisions(
  use: (opened: { portal: Portal; staff: DecisionStaff }) => unknown,
  options: PortalOptions = {},
): void {
  let portal: Portal
  before(async () => {
    portal = await openPortal(options)
    await use({ portal, staff: await decisionStaff(portal) })
  })
  beforeEach(() => nextMinute())
  after(() => portal.close())
}
