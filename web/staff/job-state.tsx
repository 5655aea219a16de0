import type { JobState } from '#contract/staff/jobs.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { STATE_WORDS } from './job-words.ts'

const MARKS: Record<JobState, [IconName, string]> = {
  draft: ['pen', ''],
  scheduled: ['clock', 'c-amber'],
  published: ['tick', 'c-green'],
  closed: ['x', 'quiet'],
  archived: ['lock', 'quiet'],
}

/** Where a job stands: mark, word and colour, for none of them is told alone. */
export const JobStateMark = ({ state }: { state: JobState }) => (
  <span className={`nw ${MARKS[state][1]}`}>
    <Icon name={MARKS[state][0]} size="i-s" /> {STATE_WORDS[state]}
  </span>
)
