import type { Readable } from 'node:stream'
import { nairobiDate } from '#contract/dates.ts'
import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_TYPES, EXPORT_WORDS, type ExportFormat } from '#contract/exports/words.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { concurrencyLimiter } from '../http/concurrency-limiter.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { SentFile } from '../http/send-file.ts'
import type { Handler } from '../endpoints/serve.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { recordAudit } from '../staff/record-audit.ts'
import type { Cell, Heading } from './cells.ts'
import { allColumns, plainColumns } from './columns.ts'
import { csvFile } from './csv.ts'
import { readerOf, stateOf } from './present.ts'
import { countDownload, findRequest } from './requests-store.ts'
import { cellBatches, pagesOfMatching, pagesOfRequest } from './rows.ts'
import { countMatching, findJob } from './store.ts'
import { SHEET_ROWS, xlsxFile } from './xlsx.ts'

// Sends files of applications to officers: without identities at once, with identities after approval.

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: `${EXPORT_TYPES.csv}; charset=utf-8; header=present`,
  xlsx: EXPORT_TYPES.xlsx,
}
/**
 * The time limit for reading one page of rows, after which the download breaks off. A partial file can be
 * recognised, because its end is missing.
 */
export const PAGE_SECONDS = 30

/** A call never waits for a slot to download: when all are taken, it is refused at once. */
const fileLimiter = concurrencyLimiter({ slots: EXPORTS.atOnce, queue: 0, waitMs: 0 })

type Content = {
  columns: { headings: Heading[] }
  rows: AsyncGenerator<Cell[][]>
  format: ExportFormat
  /** The first words of the exported file's name, before its date. */
  name: string
}

// After a file's first part is sent, an error is only logged. The connection is cut: the file is incomplete.
async function* logErrors(deps: Deps, rows: AsyncGenerator<Cell[][]>) {
  try {
    yield* rows
  } catch (error) {
    deps.log('error', 'export.failed', errorFields(error))
    throw error
  }
}

/** Opens a file that takes a slot until its stream is closed. Refuses `busy` when all slots are taken. */
export async function openInSlot<File extends { stream: Readable }>(
  open: () => Promise<File>,
): Promise<File> {
  let releaseSlot = () => {}
  const isAdmitted = await fileLimiter.enter((release) => {
    releaseSlot = release
  })
  if (!isAdmitted) throw refuse('busy', { message: EXPORT_WORDS.busy })
  try {
    const file = await open()
    file.stream.once('close', releaseSlot)
    return file
  } catch (error) {
    releaseSlot()
    throw error
  }
}

/** Sends a file of rows, which is never in memory as a whole. `open` returns the content. Refuses `busy`. */
export const streamFile = (
  deps: Deps,
  open: () => Promise<Content>,
): Promise<SentFile & { stream: Readable }> =>
  openInSlot(async () => {
    const { columns, rows, format, name } = await open()
    const now = deps.now()
    const batches = logErrors(deps, rows)
    const stream: Readable =
      format === 'csv' ? csvFile(columns.headings, batches) : xlsxFile(columns.headings, batches, now)
    return {
      stream,
      name: `${name.replace(/[^A-Za-z0-9.-]+/g, '-')}-${nairobiDate(now)}.${format}`,
      type: MEDIA_TYPES[format],
    }
  })

/** Sends a file of all applications that match the filter now, without identifying columns. */
export const downloadPlain: Handler<'GET /api/staff/jobs/{id}/exports/file/'> = (
  deps,
  { params, query, staff },
) =>
  streamFile(deps, async () => {
    const { columns: chosenColumns, format, ...filter } = query
    const now = deps.now()
    const { job, scope } = await deps.db.tx(async (tx) => {
      const job = await findJob(tx, params.id)
      // The job, and which of its applications this officer may know.
      const scope = await scopeOf(tx, staff, params.id, now)
      if (!job || !scope) throw refuse('not_found')
      // Plan the query for this filter: a cached plan must fit all filters, so it would read the whole job.
      await planForValues(tx)
      const count = await countMatching(tx, matching(filter, scope))
      if (format === 'xlsx' && count > SHEET_ROWS) throw refuseFields({ format: EXPORT_WORDS.tooManyRows })
      const detail = { filter: filterForLog(filter), columns: chosenColumns, format, count }
      await recordAudit(tx, staff, { act: 'export.downloaded', jobId: job.id, detail }, now)
      return { job, scope }
    })
    const columns = plainColumns(chosenColumns)
    const db = deps.db.patient(PAGE_SECONDS)
    return {
      columns,
      rows: cellBatches(pagesOfMatching(db, filter, scope), columns.cells),
      format,
      name: `${job.reference}-applications`,
    }
  })

/**
 * Sends a file with identities, after a second officer approved it (T32). Only the officer who asked can
 * download it, until it expires. Each download is counted and recorded in the audit log.
 */
export const downloadRequested: Handler<'GET /api/staff/exports/{id}/file/'> = (deps, { params, staff }) =>
  streamFile(deps, async () => {
    const now = deps.now()
    const { row, job, scope } = await deps.db.tx(async (tx) => {
      const row = await findRequest(tx, params.id, readerOf(staff))
      const job = row && (await findJob(tx, row.job_id))
      const scope = row && (await scopeOf(tx, staff, row.job_id, now))
      if (!row || !job || !scope || row.requested_by !== staff.id) throw refuse('not_found')
      if (stateOf(row, now) === 'over') throw refuse('conflict', { message: EXPORT_WORDS.over })
      const countedDownloads = await countDownload(tx, row.id, staff.id, now)
      // The request for the file is not approved, or its approval has ended.
      if (countedDownloads === 0) throw refuse('conflict')
      const detail = {
        request: row.id,
        columns: row.columns,
        format: row.format,
        count: row.size,
        digest: row.digest.toString('hex'),
      }
      await recordAudit(
        tx,
        staff,
        { act: 'export.identities_downloaded', jobId: row.job_id, reason: row.reason, detail },
        now,
      )
      return { row, job, scope }
    })
    const columns = allColumns(row.columns, scope.ageOn)
    const db = deps.db.patient(PAGE_SECONDS)
    return {
      columns,
      rows: cellBatches(pagesOfRequest(db, { id: row.id, size: row.size }, scope), columns.cells),
      format: row.format,
      name: `${job.reference}-identities`,
    }
  })
