import { Trans } from '@lingui/react/macro'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { dateAndTime } from './application-progress.tsx'
import { LoadFailed } from './load-failed.tsx'
import { roleName } from './role-names.ts'

/** The older records open on a press, so that the receipt below them stays near on a small screen. */
const SHOWN_AT_FIRST = 4

const RecordItems = ({ records }: { records: AccessRecords['looks'] }) => (
  <ol>
    {records.map(({ at: openedAt, role, what }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two records may have the same time
      <li key={`${openedAt} ${index}`}>
        <p>
          <b>{roleName(role)}</b> <span className="small quiet num nowrap">{dateAndTime(openedAt)}</span>
        </p>
        <p>{translate(what)}</p>
      </li>
    ))}
  </ol>
)

/** `more`: how many older access records the server did not send. */
const Records = ({ looks: records, more }: AccessRecords) => {
  const earlierCount = records.length - SHOWN_AT_FIRST
  const olderCount = more.toLocaleString('en')
  return (
    <div className="access-records mt4">
      <RecordItems records={records.slice(0, SHOWN_AT_FIRST)} />
      {earlierCount > 0 && (
        <details>
          <summary>
            <Trans>Show {earlierCount} earlier</Trans>
          </summary>
          <RecordItems records={records.slice(SHOWN_AT_FIRST)} />
        </details>
      )}
      {more > 0 && (
        <p className="small quiet mt2">
          <Trans>{olderCount} earlier ones are in our log.</Trans>
        </p>
      )}
      <p className="small quiet mt4">{translate(ACCESS_RECORD_WORDS.roles)}</p>
    </div>
  )
}

/** The access records of an application, newest first: which role opened what and when, never the name. */
export const AccessRecordList = ({ loaded: { data, error } }: { loaded: Loaded<AccessRecords> }) => (
  <section className="band" aria-labelledby="looked">
    <h2 id="looked">{translate(ACCESS_RECORD_WORDS.heading)}</h2>
    <p className="small quiet">{translate(ACCESS_RECORD_WORDS.promise)}</p>
    {error !== undefined && <LoadFailed sentence={ACCESS_RECORD_WORDS.failed} error={error} />}
    {data &&
      (data.looks.length > 0 ? (
        <Records {...data} />
      ) : (
        <p className="mt4">{translate(ACCESS_RECORD_WORDS.none)}</p>
      ))}
  </section>
)
