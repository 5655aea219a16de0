import type { Status } from '../job-applications/words.ts'

/** The stages of an application, for officers (L1). Their index is stored, so a new stage goes to the end. */
export const STAGES = [
  'received',
  'screening',
  'long_list',
  'shortlisted',
  'interview',
  'reserve',
  'offer',
  'hired',
  'rejected',
] as const
export type Stage = (typeof STAGES)[number]

export const stageNumber = (stage: Stage): number => STAGES.indexOf(stage)
/** @throws RangeError for a number without a stage */
export function stageOf(number: number): Stage {
  const stage = STAGES[number]
  if (!stage) throw new RangeError(`no stage ${number}`)
  return stage
}

/** The status that applicants see while their application is at each stage (L1). */
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

/** The only table of allowed moves: for each stage, the stages to which an application may move. */
export const MOVES: Record<Stage, readonly Stage[]> = {
  received: ['screening', 'long_list', 'shortlisted', 'reserve', 'rejected'],
  screening: ['long_list', 'shortlisted', 'reserve', 'rejected'],
  long_list: ['screening', 'shortlisted', 'reserve', 'rejected'],
  // A person whom a later run of the selection no longer takes moves back to the long list.
  shortlisted: ['long_list', 'interview', 'reserve', 'offer', 'hired', 'rejected'],
  interview: ['shortlisted', 'reserve', 'offer', 'hired', 'rejected'],
  reserve: ['long_list', 'shortlisted', 'interview', 'offer', 'hired', 'rejected'],
  offer: ['reserve', 'hired', 'rejected'],
  // A move away from a verdict undoes the verdict. It needs a reason and two officers.
  hired: ['rejected'],
  rejected: ['screening', 'shortlisted'],
}

export const mayMove = (from: Stage, to: Stage): boolean => MOVES[from].includes(to)
/** The stages from which an application may move to this one. */
export const sourcesOf = (to: Stage): Stage[] => STAGES.filter((from) => mayMove(from, to))

/** Whether a stage is a verdict. A verdict stays unless two officers undo it. */
export const isVerdict = (stage: Stage): boolean => stage === 'rejected' || stage === 'hired'

/**
 * Whether a move takes away what the applicant was already shown: a verdict, or a place on the short list.
 */
const takesBack = (to: Stage, from: Stage): boolean =>
  isVerdict(from) || (STATUS_OF[from] === 'Shortlisted' && STATUS_OF[to] === 'Under Review')

/** Whether a move needs two officers: every move except one to 'Under Review' that takes nothing back. */
export const needsSecond = (to: Stage, from?: Stage): boolean =>
  STATUS_OF[to] !== 'Under Review' || (from !== undefined && takesBack(to, from))

/** Whether a move needs a reason for the applicant: it rejects them, or takes away what they were shown. */
export const needsReason = (to: Stage, from?: Stage): boolean =>
  to === 'rejected' || (from !== undefined && takesBack(to, from))

/**
 * Flags that warn officers about an application. None of them stops it (J8, J9, W8, W22). The index of a flag
 * is its bit in the database, so a new flag is added at the end.
 */
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
/** The flags whose bits are set in a number. */
export const flagsIn = (bits: number): Flag[] => FLAGS.filter((_, index) => (bits & (1 << index)) !== 0)
/** The number in which the bits of these flags are set. Other names are ignored. */
export const bitsOf = (flags: readonly string[]): number =>
  FLAGS.reduce((bits, flag, index) => (flags.includes(flag) ? bits | (1 << index) : bits), 0)

export const FLAG_WORDS: Record<Flag, string> = {
  staff_number_unknown: 'Employment number not in the register',
  lives_elsewhere: 'Lives outside the area applied for',
  level_not_listed: 'A qualification that is not in the list',
  referee_is_applicant: 'A referee with the applicant’s own phone or email',
  referee_twice: 'The same referee twice',
  same_referee: 'A referee that other applicants also name',
  same_phone: 'A phone that other applicants also use',
  same_document: 'A document that other applicants also sent',
  document_doubtful: 'A document with active content',
}
