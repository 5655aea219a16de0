import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { keepsFivePercent, keepsTwoThirds } from '#contract/decisions/fairness.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { ShareBar } from './share-bar.tsx'
import { ShareTable } from './share-table.tsx'

type Reports = Reply<'GET /api/staff/jobs/{id}/reports/'>

/** Two limits for women and for men: at most two thirds each, and so at least one third. */
const GENDER_LIMITS_PERCENT = [100 / 3, 200 / 3]
const DISABILITY_LIMITS_PERCENT = [5]
const DISABILITY_BAR_PERCENT = 20

/**
 * Compares gender and disability with the limits of the Constitution, for each stage. It shows only sums, and
 * none that identifies anyone.
 */
export function Shares({ reports: { gender, disability, left_out } }: { reports: Reports }) {
  const genders = gender.map(({ whole: total, women, men, others, ...row }) => {
    const cells = [women, men, others]
    return { ...row, total, cells, result: keepsTwoThirds(cells, total) }
  })
  const disabilities = disability.map(({ whole: total, with: withDisability, without, ...row }) => {
    const cells = [withDisability, without]
    return { ...row, total, cells, result: keepsFivePercent(cells, total) }
  })
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">{t`Gender and disability`}</h2>
      <ShareTable
        caption={t`Article 27(8): not more than two-thirds of one gender. The lines are at one third and two thirds. If there are no others, the first part (women) must end between these lines.`}
        names={[t`Women`, t`Men`, t`Others`]}
        rows={genders}
        leftOut={left_out}
        drawnCells={3}
        draw={(shares) => <ShareBar shares={shares} limits={GENDER_LIMITS_PERCENT} />}
      />
      <ShareTable
        caption={t`Article 54(2): at least 5% persons with disabilities. The bar ends at 20%, with a line at 5%.`}
        names={[t`With`, t`Without`]}
        rows={disabilities}
        leftOut={left_out}
        drawnCells={1}
        draw={([withDisability = 0]) => (
          <ShareBar
            shares={[withDisability]}
            limits={DISABILITY_LIMITS_PERCENT}
            maxPercent={DISABILITY_BAR_PERCENT}
          />
        )}
      />
      <p className="tiny quiet mt3">
        <Trans>
          The lines are the legal limits for appointments. Before that they are a guide. Totals under{' '}
          {REPORTS.smallestShownCount} are hidden, and so are totals that would reveal them. We count received
          applications in blocks of {REPORTS.blockSize}, so that no one can be identified
        </Trans>
        {left_out > 0 ? t`: the last ${left_out} are not counted yet` : ''}.
      </p>
    </section>
  )
}
