import type { Experience, Referee } from '#contract/job-applications/rules.ts'
import { nairobiDate } from '#contract/dates.ts'
import { DOCUMENT_KINDS, type DocumentKind, NAMED_KINDS } from '#contract/documents/documents.ts'
import { normaliseEmail, normalisePhone } from '#contract/normalise.ts'
import { bitsOf } from '#contract/review/stages.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import { monthsOfWork } from './months.ts'
import type { Facts, MarkKind, References, WaitingRow } from './facts-store.ts'
import { wordsOf } from './words.ts'

// Facts are the values that officers filter submitted applications by.

/** A value that other applicants may share, as the applicant typed it. Only its keyed hash is stored. */
type Trait = { kind: MarkKind; value: string }

/**
 * The applicant's highest qualification level with its year; of two equal levels, the later year. A level
 * that no longer exists has rank 0.
 */
export function highestLevel(
  education: Frozen['education'],
  { ranks }: Pick<References, 'ranks'>,
): { level: number; year: number } {
  // The rank 0 is for no level, and the year 0 for a year that was not given.
  let highest = { level: 0, year: 0 }
  for (const { qualification_level, year_of_completion } of education) {
    const level = ranks.get(Number(qualification_level)) ?? 0
    const year = /^\d{4}$/.test(year_of_completion) ? Number(year_of_completion) : 0
    const isHigher = level > highest.level
    const isLaterOfEqualLevel = level === highest.level && level > 0 && year > highest.year
    if (isHigher || isLaterOfEqualLevel) highest = { level, year }
  }
  return highest
}

const traitsOf = (phone: string, referees: readonly Referee[], documents: Frozen['documents']): Trait[] => {
  const traits: Trait[] = [
    ...referees.flatMap((referee): Trait[] => [
      { kind: 'referee', value: normalisePhone(referee.phone) },
      { kind: 'referee', value: normaliseEmail(referee.email) },
    ]),
    { kind: 'phone', value: normalisePhone(phone) },
    ...documents.map((document): Trait => ({ kind: 'document', value: document.sha256 })),
  ]
  return traits.filter(({ value }) => value !== '')
}

/** Parses a submitted application from its JSON; `{}` when the text is no JSON object. */
export const readFrozen = (text: string): Partial<Frozen> => {
  try {
    const frozen: unknown = JSON.parse(text)
    return typeof frozen === 'object' && frozen !== null ? frozen : {}
  } catch {
    return {}
  }
}

/** A list from stored JSON; empty when the field is missing or is no list. */
const listOrEmpty = <Entry>(entries: Entry[] | undefined): Entry[] => (Array.isArray(entries) ? entries : [])

/**
 * The title of a document when the application was sent. A CV and a cover letter have none: their kind names
 * them. The `{}` is a job without named documents, so any other kind without a title is "Another document".
 */
export const titleIn = ({ documents }: Partial<Frozen>, kind: DocumentKind): string =>
  listOrEmpty(documents).find((document) => document.kind === kind)?.title ?? documentName(kind, {})

/** The CV and the cover letter are the same for every job. Each job names the other kinds of documents. */
const USUAL_KINDS = DOCUMENT_KINDS.slice(0, -NAMED_KINDS.length)
/**
 * One bit for each kind of document that the applicant sent, in the order of `kinds`. The first kind counts
 * 1, the second 2, the third 4.
 */
export const bitsFor = (kinds: readonly DocumentKind[], documents: readonly { kind: DocumentKind }[]) =>
  kinds.reduce(
    (bits, kind, index) =>
      documents.some((document) => document.kind === kind) ? bits | (1 << index) : bits,
    0,
  )

/**
 * The facts of a submitted application. A value that it lacks comes from the applicant's present profile;
 * then `isWhole` is false.
 */
export function factsOf(
  row: WaitingRow,
  references: References,
): { facts: Facts; words: string[]; title: string | null; traits: Trait[]; isWhole: boolean } {
  const frozen = readFrozen(row.frozen)
  const person = { ...row.profile, ...frozen.applicant }
  const documents = listOrEmpty(frozen.documents)
  const homeCodes = references.places.get(`${person.county}/${person.constituency}/${person.ward}`)
  return {
    isWhole: frozen.applicant !== undefined && homeCodes !== undefined,
    facts: {
      application_id: row.application_id,
      job_id: row.job_id,
      submitted_at: row.submitted_at,
      ...(homeCodes ?? row.home),
      place: frozen.huduma_centre?.id ?? frozen.by_election_area?.id ?? null,
      gender: person.gender,
      is_pwd: person.is_pwd,
      born: person.date_of_birth,
      ...highestLevel(listOrEmpty(frozen.education), references),
      experience: monthsOfWork(listOrEmpty<Experience>(frozen.experience), nairobiDate(row.submitted_at)),
      documents: bitsFor(USUAL_KINDS, documents),
      named_documents: bitsFor(NAMED_KINDS, documents),
      flags: bitsOf([...row.flags, ...(row.is_doubtful ? ['document_doubtful'] : [])]),
    },
    title: frozen.job?.title ?? null,
    words: wordsOf(row.job_id, {
      names: [person.first_name, person.middle_name, person.last_name],
      idno: person.idno,
      reference: row.reference_number,
    }),
    traits: traitsOf(person.phone, listOrEmpty(frozen.referees), documents),
  }
}
