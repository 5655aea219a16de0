import type { ChangeReason } from '../selections/change-reasons.ts'

/** Limits of the officers' work on the result of a selection. */
export const OUTCOME = {
  maxReason: 1_000,
  pageSize: 50,
  /** The most people whom a page names as newly taken, or as no longer taken. Others are only counted. */
  named: 100,
  maxChanges: 10_000,
  maxCriteria: 12,
  maxPoints: 1_000,
} as const

/** Reasons why a person is gone from a selection, or gets other points. */
export const CHANGE_REASONS: Record<ChangeReason, string> = {
  document_failed: 'A document does not show what the application says',
  not_qualified: 'This person no longer qualifies',
  withdrew: 'This person has withdrawn',
  declined: 'This person does not take the place',
  fact_wrong: 'A fact was counted wrongly',
}

/** Sentences for officers who work on the result of a selection. */
export const OUTCOME_WORDS = {
  noResult: 'There is no computed result of a selection for this job',
  listsWait: 'The lists of this result wait for a decision, or are taking effect',
  notPublished: 'The result of this selection is not published yet',
  notInPool: 'This application is not in the pool of the selection',
  notChosen: 'The selection did not take this person, nor put them on the reserve',
  gone: 'This person is already gone from the selection',
  changeWaits: 'A change for this person already waits for a decision',
  hired: 'This person is hired. Take that back first.',
  decided: 'This change is already decided',
  criteria: (count: number) => `Give the points of each of the ${count} criteria`,
  noCriteria: 'A person who is gone has no points',
  samePoints: 'These are the points that the person has',
  runs: 'The selection is being computed now',
  othersHired: 'The people hired have changed since this result. Compute the selection again first.',
  nothingNew: 'Nothing has changed since the last run: the result would be the same',
  tooManyChanges: 'This selection has the most changes that are possible',
  reason: 'Give a reason. It is kept with the selection.',
  application: 'Choose an application',
} as const
