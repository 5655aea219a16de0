import { EXPORTS } from '#contract/exports/limits.ts'
import { NO_APPLICANT } from '#contract/audit-log/endpoints.ts'
import { KINDS_THAT_SHOW_ALL, LOG_WORDS } from '#contract/audit-log/words.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import type { Db } from '../database/connect.ts'
import type { Cell, Heading } from '../exports/cells.ts'
import { PAGE_SECONDS, streamFile } from '../exports/download.ts'
import { cellBatches } from '../exports/rows.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuseFields } from '../http/refuse.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { describeEntries, resolveApplicant } from './list-entries.ts'
import { type AuditRow, type EntryFilter, findEntries } from './entries-store.ts'

type DescribedEntry = Awaited<ReturnType<typeof describeEntries>>[number]
type Column = [heading: Heading, cellOf: (entry: DescribedEntry) => Cell]

const COLUMNS: Column[] = [
  [{ label: 'Time, EAT', width: 19, kind: 'instant' }, (entry) => entry.at],
  [{ label: 'Officer', width: 24, kind: 'text' }, (entry) => entry.name],
  [{ label: 'Role', width: 14, kind: 'text' }, (entry) => entry.role],
  [{ label: 'What', width: 40, kind: 'text' }, (entry) => entry.words],
  [{ label: 'Kind', width: 24, kind: 'text' }, (entry) => entry.act],
  [{ label: 'Job', width: 16, kind: 'text' }, (entry) => entry.job_reference],
  [{ label: 'Job title', width: 40, kind: 'text' }, (entry) => entry.job_title],
  [
    { label: 'Application', width: 16, kind: 'text' },
    (entry) =>
      entry.application_reference ?? (entry.application_id === null ? null : String(entry.application_id)),
  ],
  [{ label: 'Applicant', width: 12, kind: 'number' }, (entry) => entry.user_id],
  [{ label: 'On what else', width: 40, kind: 'text' }, (entry) => entry.about],
  [{ label: 'Why', width: 40, kind: 'text' }, (entry) => entry.reason],
  [{ label: 'Digest', width: 64, kind: 'text' }, (entry) => entry.digest.toString('hex')],
]

/** Kinds of audit entries that record that an officer saw all applicants of a job. */
const kindsThatShowAll: ReadonlySet<string> = new Set(KINDS_THAT_SHOW_ALL)
const exposureWords = ({ act: action, application_id: applicationId, user_id: userId }: DescribedEntry) => {
  if (applicationId !== null || userId !== null) return LOG_WORDS.seen.this
  return kindsThatShowAll.has(action) ? LOG_WORDS.seen.all : LOG_WORDS.seen.among
}
/** Whether each entry showed this applicant, all of the job, or some. Only in a file about one applicant. */
const EXPOSURE: Column = [{ label: 'Whom it showed', width: 40, kind: 'text' }, exposureWords]

/** Reads the log from the newest entry backwards. So reading ends although new entries are written. */
async function* readPages(db: Db, filter: EntryFilter, role: StaffRole): AsyncGenerator<DescribedEntry[]> {
  let lastRow: AuditRow | undefined
  while (true) {
    const page = await db.tx(async (tx) => {
      const rows = await findEntries(tx, filter, lastRow, EXPORTS.pageRows)
      lastRow = rows.at(-1)
      return describeEntries(tx, rows, role)
    })
    yield page
    if (page.length < EXPORTS.pageRows) return
  }
}

/** Any officer who may read the audit log may save it. The download makes an audit entry itself. */
export const exportAuditLog: Handler<'GET /api/staff/audit-log/file/'> = (deps, { query, staff }) =>
  streamFile(deps, async () => {
    const filter = await resolveApplicant(deps.db, query)
    if (filter.seen === NO_APPLICANT) throw refuseFields({ seen: LOG_WORDS.noSuchReference })
    await deps.db.tx((tx) =>
      recordAudit(tx, staff, { act: 'log.exported', detail: { ...query } }, deps.now()),
    )
    const columns = query.seen === undefined ? COLUMNS : [...COLUMNS, EXPOSURE]
    return {
      columns: { headings: columns.map(([heading]) => heading) },
      rows: cellBatches(readPages(deps.db.patient(PAGE_SECONDS), filter, staff.role), (entry) =>
        columns.map(([, cellOf]) => cellOf(entry)),
      ),
      format: 'csv',
      name: 'log',
    }
  })
