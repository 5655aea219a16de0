import type { JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { JobDifferences } from './job-differences.tsx'
import type { JobLists } from './job-lists.ts'
import { contentOf } from './use-job-draft.ts'

type Props = { mine: JobContent; theirs: StaffJob; lists: JobLists; onMine: () => void; onTheirs: () => void }

/** Someone else saved after this form was opened. Both versions are shown, and the officer chooses one. */
export const EditConflict = ({ mine, theirs, lists, onMine, onTheirs }: Props) => (
  <section className="callout is-amber mb5" role="alert">
    <h2 className="h-s">Someone else changed this job after you opened it</h2>
    <p className="mb4">Nothing you typed is lost. Compare the two versions and choose which to keep.</p>
    <JobDifferences
      before={contentOf(theirs)}
      after={mine}
      lists={lists}
      headings={['Theirs, saved', 'Yours']}
      withTags
    />
    <p className="btn-row mt4">
      <button className="btn btn-2 btn-s" type="button" onClick={onMine}>
        Keep mine
      </button>
      <button className="btn btn-2 btn-s" type="button" onClick={onTheirs}>
        Take theirs
      </button>
    </p>
  </section>
)
