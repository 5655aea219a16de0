import type { JobState } from '#contract/staff-jobs/staff-job.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { STATE_WORDS } from './job-words.ts'

const MARKS: Record<JobState, [icon: IconName, className: string]> = {
  draft: ['pen', ''],
  scheduled: ['clock', 'text-amber'],
  published: ['tick', 'text-green'],
  closed: ['x', 'quiet'],
  archived: ['lock', 'quiet'],
}

/** The state of a job by icon, word and colour, so that no one depends on only one of them. */
export const JobStateMark = ({ state }: { state: JobState }) => (
  <span className={`nowrap ${MARKS[state][1]}`}>
    <Icon name={MARKS[state][0]} size="icon-small" /> {STATE_WORDS[state]}
  </span>
)
