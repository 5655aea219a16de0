import { STAGES, STATUS_OF } from '#contract/review/stages.ts'
import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import { listsOtherwise, stagesOtherwise } from './audit-standing-store.ts'

const PAGE = 5_000
const STATEMENT_TIMEOUT_SECONDS = 60

/**
 * Checks the states of decision lists against the audit entries, and the stage of each application against
 * the lists.
 */
export async function auditStanding(deps: Pick<Deps, 'db'>, report: Tell): Promise<void> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  for (const { id, said: loggedState, state } of await listsOtherwise(db))
    report(`The decision list ${id} is ${state ?? 'gone'}, but the log says ${loggedState}.`)
  const statuses = STAGES.map((stage) => STATUS_OF[stage])
  for (let after = 0; ; ) {
    const page = await stagesOtherwise(db, after, PAGE, statuses)
    for (const { id, faulty } of page)
      if (faulty) report(`The application ${id} is at a stage that no decision gave it.`)
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? after
  }
}
