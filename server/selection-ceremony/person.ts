import { nairobiDate } from '#contract/dates.ts'
import { NAMED_KINDS } from '#contract/documents/documents.ts'
import type { Experience } from '#contract/job-applications/rules.ts'
import { flagsIn } from '#contract/review/stages.ts'
import { type FactValues, pointsByCriterion, sumOf } from '#contract/selection-rules/points.ts'
import type { SelectionRule } from '#contract/selection-rules/rule.ts'
import { readFrozen } from '../review/facts.ts'
import { monthsOfWork } from '../review/months.ts'
import { poolEntry } from '../selection/pool-entry.ts'
import { leafDigest } from '../transparency/leaf.ts'
import { leafHash } from '../transparency/tree.ts'
import type { PoolPerson, PoolSource } from './pool-store.ts'

const MONTHS_A_YEAR = 12
const GENDERS = { F: 'female', M: 'male', O: 'other' } as const

/** Whole years from one civil day to another. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** The values of a person for which a rule gives points. Ages and years are those on the deadline. */
export function factValues(
  source: Pick<PoolSource, 'frozen' | 'level' | 'born' | 'flags' | 'named_documents'>,
  deadline: Date,
): FactValues {
  const deadlineDay = nairobiDate(deadline)
  const { experience } = readFrozen(source.frozen)
  const entries: Experience[] = Array.isArray(experience) ? experience : []
  return {
    qualification: source.level,
    experience_years: Math.floor(monthsOfWork(entries, deadlineDay) / MONTHS_A_YEAR),
    age_years: yearsBetween(source.born, deadlineDay),
    // Whether the person lives in the area is given as 1 or 0, because a criterion compares numbers.
    lives_in_area: flagsIn(source.flags).includes('lives_elsewhere') ? 0 : 1,
    // The lowest bit is 1 when the applicant sent a `document_1`. The next bit is for `document_2`, and so on
    // up to `document_8`.
    documents: NAMED_KINDS.filter((_, index) => (source.named_documents & (1 << index)) !== 0),
  }
}

/** The key of the area that holds a person's home: `ward:12`, or `job` for the whole job. */
const homeKey = (source: PoolSource, kind: SelectionRule['place']) =>
  kind === 'job' ? 'job' : `${kind}:${source[kind]}`

/** Makes a person's entry in the pool: points, area and hash. */
export function poolPerson(source: PoolSource, rule: SelectionRule, deadline: Date): PoolPerson {
  const { salt, digest, reference, submitted_at: submittedAt } = source
  const criteria = pointsByCriterion(rule.criteria, factValues(source, deadline))
  const entry = {
    leaf: leafDigest({ salt, digest, reference, submittedAt }).toString('hex'),
    unit: homeKey(source, rule.unit),
    place: homeKey(source, rule.place),
    points: sumOf(criteria),
    gender: GENDERS[source.gender],
    disability: source.is_pwd,
  }
  const hash = leafHash(poolEntry(entry, salt)).toString('hex')
  return { ...entry, id: source.application_id, criteria, hash }
}
