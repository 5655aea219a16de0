import { STAGES, STATUS_OF } from '#contract/review/stages.ts'
import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import { checkStages, findDifferingLists } from './audit-states-store.ts'

const PAGE = 5_000
const STATEMENT_TIMEOUT_SECONDS = 60

/**
 * Compares the states of decision lists with the audit entries, and the stage of each application with its
 * lists.
 */
export async function auditStates(deps: Pick<Deps, 'db'>, report: Report): Promise<void> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  for (const { id, logged, state } of await findDifferingLists(db))
    report(`The decision list ${id} is ${state ?? 'gone'}, but the log says ${logged}.`)
  const statuses = STAGES.map((stage) => STATUS_OF[stage])
  let lastId = 0
  while (true) {
    const page = await checkStages(db, lastId, PAGE, statuses)
    for (const { id, faulty } of page)
      if (faulty) report(`The application ${id} is at a stage that no decision gave it.`)
    if (page.length < PAGE) return
    lastId = page.at(-1)?.id ?? lastId
  }
}
