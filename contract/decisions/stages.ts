import type { Status } from '../job-applications/words.ts'

/** Where officers are with an application (L1). The number is what is stored: a new stage is added at the end. */
export const STAGES = ['received', 'screening', 'long_list', 'shortlisted', 'interview', 'reserve', 'offer', 'hired', 'rejected'] as const
export type Stage = (typeof STAGES)[number]

export const stageNumber = (stage: Stage): number => STAGES.indexOf(stage)
/** @throws RangeError for a number that is none of them */
export function stageOf(number: number): Stage {
  const stage = STAGES[number]
  if (!stage) throw new RangeError(`no stage ${number}`)
  return stage
}

/** L1: the five that applicants see. */
export const STATUS_OF: Record<Stage, Status> = {
  received: 'Pending',
  screening: 'Under Review',
  long_list: 'Under Review',
  shortlisted: 'Shortlisted',
  interview: 'Shortlisted',
  reserve: 'Shortlisted',
  offer: 'Shortlisted',
  hired: 'Hired',
  rejected: 'Rejected',
}

export const STAGE_WORDS: Record<Stage, string> = {
  received: 'Received',
  screening: 'Screening',
  long_list: 'Long list',
  shortlisted: 'Shortlisted',
  interview: 'Interview',
  reserve: 'Reserve',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
}

/** The one table of allowed moves: from where an application stands, to where it may go. */
export const MOVES: Record<Stage, readonly Stage[]> = {
  received: ['screening', 'long_list', 'shortlisted', 'rejected'],
  screening: ['long_list', 'shortlisted', 'rejected'],
  long_list: ['screening', 'shortlisted', 'rejected'],
  shortlisted: ['interview', 'reserve', 'offer', 'hired', 'rejected'],
  interview: ['shortlisted', 'reserve', 'offer', 'hired', 'rejected'],
  reserve: ['shortlisted', 'interview', 'offer', 'hired', 'rejected'],
  offer: ['reserve', 'hired', 'rejected'],
  // A verdict is taken back by a second verdict, with its reason, and by two people like the first.
  hired: ['rejected'],
  rejected: ['screening', 'shortlisted'],
}

export const mayMove = (from: Stage, to: Stage): boolean => MOVES[from].includes(to)
export const sourcesOf = (to: Stage): Stage[] => STAGES.filter((from) => mayMove(from, to))

/** A verdict, which only a second one takes back. */
export const isVerdict = (stage: Stage): boolean => stage === 'rejected' || stage === 'hired'

/** Two people: whatever the applicant reads as a verdict, and taking one back. Reading on is one officer's to say. */
export const needsSecond = (to: Stage, from?: Stage): boolean => STATUS_OF[to] !== 'Under Review' || (from !== undefined && isVerdict(from))

/** The applicant is told why when they are rejected, and when a verdict is taken back. */
export const needsReason = (to: Stage, from?: Stage): boolean => to === 'rejected' || (from !== undefined && isVerdict(from))

/** What officers should look at; none of it stops an application (J8, J9, W8, W22). The place in the list is its bit. */
export const FLAGS = [
  'staff_number_unknown',
  'lives_elsewhere',
  'level_not_listed',
  'referee_is_applicant',
  'referee_twice',
  'same_referee',
  'same_phone',
  'same_document',
  'document_doubtful',
] as const
export type Flag = (typeof FLAGS)[number]
export const flagsIn = (bits: number): Flag[] => FLAGS.filter((_, index) => (bits & (1 << index)) !== 0)
export const bitsOf = (flags: readonly string[]): number => FLAGS.reduce((bits, flag, index) => (flags.includes(flag) ? bits | (1 << index) : bits), 0)

export const FLAG_WORDS: Record<Flag, string> = {
  staff_number_unknown: 'Employment number not in the register',
  lives_elsewhere: 'Lives outside the area applied for',
  level_not_listed: 'A qualification that is not in the list',
  referee_is_applicant: 'A referee with the applicant’s own phone or email',
  referee_twice: 'The same referee twice',
  same_referee: 'A referee that other applicants name too',
  same_phone: 'A phone that other applicants have too',
  same_document: 'A document that other applicants sent too',
  document_doubtful: 'A document that can do more than be read',
}
