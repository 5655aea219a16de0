import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import type { Loaded } from '../loaded.ts'
import { moment } from './application-progress.tsx'
import { Failed } from './states.tsx'

/** Shown at once; the others open on a press, so that the receipt is near on a small screen. */
const FIRST = 4

const Lines = ({ looks }: Pick<AccessRecords, 'looks'>) => (
  <ol>
    {looks.map(({ at: opened, role, what }, index) => (
      // Two records may have the same time, and none moves here.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={`${opened} ${index}`}>
        <p>
          <b>{role}</b> <span className="small quiet num nowrap">{moment(opened)}</span>
        </p>
        <p>{what}</p>
      </li>
    ))}
  </ol>
)

const Listed = ({ looks, more }: AccessRecords) => (
  <div className="access-records mt4">
    <Lines looks={looks.slice(0, FIRST)} />
    {looks.length > FIRST && (
      <details>
        <summary>Show {looks.length - FIRST} earlier</summary>
        <Lines looks={looks.slice(FIRST)} />
      </details>
    )}
    {more > 0 && <p className="small quiet mt2">{more.toLocaleString('en')} earlier ones are in our log.</p>}
    <p className="small quiet mt4">{ACCESS_RECORD_WORDS.roles}</p>
  </div>
)

/** The access records: what officers opened, by role and time, newest first, never by name. */
export const AccessRecordList = ({ loaded: { data, error } }: { loaded: Loaded<AccessRecords> }) => (
  <section className="band" aria-labelledby="looked">
    <h2 id="looked">{ACCESS_RECORD_WORDS.heading}</h2>
    <p className="small quiet">{ACCESS_RECORD_WORDS.promise}</p>
    {error !== undefined && <Failed sentence={ACCESS_RECORD_WORDS.failed} error={error} />}
    {data &&
      (data.looks.length > 0 ? <Listed {...data} /> : <p className="mt4">{ACCESS_RECORD_WORDS.none}</p>)}
  </section>
)
