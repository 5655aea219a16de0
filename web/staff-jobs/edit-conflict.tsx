import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { JobDifferences } from './job-differences.tsx'
import type { JobLists } from './job-lists.ts'
import { contentOf } from './use-job-edits.ts'

type Props = { mine: JobContent; theirs: StaffJob; lists: JobLists; onMine: () => void; onTheirs: () => void }

/** Another officer saved after this form was opened. Both versions are shown, and one is chosen. */
export const EditConflict = ({ mine, theirs, lists, onMine, onTheirs }: Props) => (
  <section className="callout is-amber mb5" role="alert">
    <h2 className="heading-small">
      <Trans>Someone else changed this job after you opened it</Trans>
    </h2>
    <p className="mb4">
      <Trans>Nothing you typed is lost. Compare the two versions and choose which to keep.</Trans>
    </p>
    <JobDifferences
      before={contentOf(theirs)}
      after={mine}
      lists={lists}
      headings={[t`Theirs, saved`, t`Yours`]}
      withTags
    />
    <p className="btn-row mt4">
      <button className="btn btn-2 btn-small" type="button" onClick={onMine}>
        <Trans>Keep mine</Trans>
      </button>
      <button className="btn btn-2 btn-small" type="button" onClick={onTheirs}>
        <Trans>Take theirs</Trans>
      </button>
    </p>
  </section>
)
