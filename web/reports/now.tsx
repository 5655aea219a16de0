import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { call } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'
import { ago } from './ago.ts'
import { NothingYet, RefreshLine } from './refresh-line.tsx'
import { SumsLine } from './sums-line.tsx'
import { useRefreshed } from './use-refreshed.ts'
import './reports.css'

type Present = Reply<'GET /api/staff/now/'>

const fetchNow = () => call('GET /api/staff/now/')

/**
 * The numbers, each with its words. A plus after the documents means that there are more: they are counted
 * only up to `REPORTS.countedExactlyUpTo`. `scanner`: whether the portal has a virus scanner.
 */
const sumsOf = ({ sent_last_hour, letters: emails, documents, at: now }: Present) =>
  [
    [formatNumber(sent_last_hour), t`sent in the last hour`],
    [
      formatNumber(emails.waiting),
      emails.oldest ? t`emails waiting, the oldest ${ago(emails.oldest, now)}` : t`emails waiting`,
    ],
    [
      `${formatNumber(documents.unscanned)}${documents.unscanned === REPORTS.countedExactlyUpTo ? '+' : ''}`,
      documents.scanner ? t`documents not scanned` : t`documents not scanned, no scanner`,
      documents.unscanned > 0 && !documents.scanner ? 'amber' : undefined,
    ],
  ] as const

/**
 * The present state of the portal, for the start page. Failed emails are left out, because that page reports
 * them separately. `initial` is what the page's loader got from `fetchNow`.
 */
export function Now({ initial }: { initial?: Loaded<Present> }) {
  const present = useRefreshed(fetchNow, initial)
  const { data } = present
  return (
    <section className="reports-now mt5" aria-labelledby="now">
      <div className="reports-head">
        <h2 id="now">
          <Trans>Now</Trans>
        </h2>
        <RefreshLine refreshed={present} />
      </div>
      {data ? (
        <>
          <SumsLine sums={sumsOf(data)} />
          <p className="tiny mt2">
            <Link to={staffPaths.portalReports}>
              <Trans>All reports</Trans>
            </Link>
          </p>
        </>
      ) : (
        <NothingYet refreshed={present} what={t`The portal now`} />
      )}
    </section>
  )
}
