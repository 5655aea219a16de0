import { Link } from 'react-router'
import { REPORTS } from '#contract/reports/limits.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { ago } from './ago.ts'
import { many } from './bar.tsx'
import { NothingYet, RefreshLine } from './refresh-line.tsx'
import { SumsLine } from './sums-line.tsx'
import { useRefreshed } from './use-refreshed.ts'
import './figures.css'

/** The present state of the portal, for the start page, which reports failed emails separately. */
export function Now() {
  const answer = useRefreshed('now', () => call('GET /api/staff/now/'))
  const { data } = answer
  return (
    <section className="fi-now mt5" aria-labelledby="now">
      <div className="fi-head">
        <h2 id="now">Now</h2>
        <RefreshLine answer={answer} />
      </div>
      {data ? (
        <>
          <SumsLine
            sums={[
              [many(data.sent_last_hour), 'sent in the last hour'],
              [
                many(data.letters.waiting),
                data.letters.oldest
                  ? `emails waiting, the oldest ${ago(data.letters.oldest, data.at)}`
                  : 'emails waiting',
              ],
              [
                `${many(data.documents.unscanned)}${data.documents.unscanned === REPORTS.most ? '+' : ''}`,
                data.documents.scanner ? 'documents not scanned' : 'documents not scanned, no scanner',
                data.documents.unscanned > 0 && !data.documents.scanner ? 'amber' : undefined,
              ],
            ]}
          />
          <p className="tiny mt2">
            <Link to={paths.staffPortalReports}>All reports</Link>
          </p>
        </>
      ) : (
        <NothingYet answer={answer} what="The portal now" />
      )}
    </section>
  )
}
