import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import type { Loaded } from '../loaded.ts'
import { dateAndTime } from './application-progress.tsx'
import { LoadFailed } from './load-failed.tsx'

/** The other records open on a press, so that the receipt below them is near on a small screen. */
const SHOWN_AT_FIRST = 4

const RecordItems = ({ records }: { records: AccessRecords['looks'] }) => (
  <ol>
    {records.map(({ at: openedAt, role, what }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two records may have the same time
      <li key={`${openedAt} ${index}`}>
        <p>
          <b>{role}</b> <span className="small quiet num nowrap">{dateAndTime(openedAt)}</span>
        </p>
        <p>{what}</p>
      </li>
    ))}
  </ol>
)

const Records = ({ looks: records, more }: AccessRecords) => (
  <div className="access-records mt4">
    <RecordItems records={records.slice(0, SHOWN_AT_FIRST)} />
    {records.length > SHOWN_AT_FIRST && (
      <details>
        <summary>Show {records.length - SHOWN_AT_FIRST} earlier</summary>
        <RecordItems records={records.slice(SHOWN_AT_FIRST)} />
      </details>
    )}
    {more > 0 && <p className="small quiet mt2">{more.toLocaleString('en')} earlier ones are in our log.</p>}
    <p className="small quiet mt4">{ACCESS_RECORD_WORDS.roles}</p>
  </div>
)

/** What officers opened of an application, newest first: the role and the time, never the name. */
export const AccessRecordList = ({ loaded: { data, error } }: { loaded: Loaded<AccessRecords> }) => (
  <section className="band" aria-labelledby="looked">
    <h2 id="looked">{ACCESS_RECORD_WORDS.heading}</h2>
    <p className="small quiet">{ACCESS_RECORD_WORDS.promise}</p>
    {error !== undefined && <LoadFailed sentence={ACCESS_RECORD_WORDS.failed} error={error} />}
    {data &&
      (data.looks.length > 0 ? <Records {...data} /> : <p className="mt4">{ACCESS_RECORD_WORDS.none}</p>)}
  </section>
)
