import { EXPORTS } from '#contract/exports/limits.ts'
import type { LogFilter } from '#contract/audit-log/endpoints.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import type { Db } from '../database/connect.ts'
import type { Cell, Heading } from '../exports/cells.ts'
import { PAGE_SECONDS, writtenFile } from '../exports/download.ts'
import { linesOf } from '../exports/rows.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { inWords } from './list-entries.ts'
import { type AuditRow, findEntries } from './entries-store.ts'

type Line = Awaited<ReturnType<typeof inWords>>[number]

const COLUMNS: [heading: Heading, of: (line: Line) => Cell][] = [
  [{ label: 'Time, EAT', width: 19, kind: 'instant' }, (line) => line.at],
  [{ label: 'Officer', width: 24, kind: 'text' }, (line) => line.name],
  [{ label: 'Role', width: 14, kind: 'text' }, (line) => line.role],
  [{ label: 'What', width: 40, kind: 'text' }, (line) => line.words],
  [{ label: 'Kind', width: 24, kind: 'text' }, (line) => line.act],
  [{ label: 'Job', width: 16, kind: 'text' }, (line) => line.job_reference],
  [{ label: 'Job title', width: 40, kind: 'text' }, (line) => line.job_title],
  [
    { label: 'Application', width: 16, kind: 'text' },
    (line) =>
      line.application_reference ?? (line.application_id === null ? null : String(line.application_id)),
  ],
  [{ label: 'Applicant', width: 12, kind: 'number' }, (line) => line.user_id],
  [{ label: 'On what else', width: 40, kind: 'text' }, (line) => line.about],
  [{ label: 'Why', width: 40, kind: 'text' }, (line) => line.reason],
  [{ label: 'Digest', width: 64, kind: 'text' }, (line) => line.digest.toString('hex')],
]

/** Page by page backwards in time, so that it ends and leaves out entries written meanwhile. */
async function* pagesOf(db: Db, filter: LogFilter, role: StaffRole): AsyncGenerator<Line[]> {
  for (let last: AuditRow | undefined; ; ) {
    const page = await db.tx(async (tx) => {
      const rows = await findEntries(tx, filter, last, EXPORTS.pageRows)
      last = rows.at(-1)
      return inWords(tx, rows, role)
    })
    yield page
    if (page.length < EXPORTS.pageRows) return
  }
}

/** Anyone who may read the audit log may save it. The download, with its filter, is an audit entry itself. */
export const exportAuditLog: Handler<'GET /api/staff/audit-log/file/'> = (deps, { query, staff }) =>
  writtenFile(deps, async () => {
    await deps.db.tx((tx) =>
      recordAudit(tx, staff, { act: 'log.exported', detail: { ...query } }, deps.now()),
    )
    return {
      columns: { headings: COLUMNS.map(([heading]) => heading) },
      rows: linesOf(pagesOf(deps.db.patient(PAGE_SECONDS), query, staff.role), (line) =>
        COLUMNS.map(([, of]) => of(line)),
      ),
      format: 'csv',
      name: 'log',
    }
  })
