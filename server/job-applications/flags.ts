import { doubtfulReferees, type Answers } from '#contract/job-applications/rules.ts'
import { isListed } from './answers.ts'
import type { ReadyRow } from './insert-submission.ts'

/** Flags for the officers to check. No flag stops an application (J8, J9, W8, W22). */
export function flagsFor(row: ReadyRow, answers: Answers): string[] {
  const { likeApplicant, likeEarlier } = doubtfulReferees(answers.referees, row)
  const flags: [string, boolean][] = [
    ['staff_number_unknown', row.job_type_code === 'internal' && !row.staff_number_known],
    ['lives_elsewhere', answers.by_election_area !== undefined && row.lives_in_area === false],
    ['level_not_listed', answers.education.some(({ qualification_level: level }) => !isListed(level, row))],
    ['referee_is_applicant', likeApplicant.length > 0],
    ['referee_twice', likeEarlier.length > 0],
  ]
  return flags.filter(([, isRaised]) => isRaised).map(([flag]) => flag)
}
