import { t } from '@lingui/core/macro'
import { sizeInWords } from '#contract/documents/documents.ts'
import { phoneWords } from '#contract/normalise.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import { COUNTRIES, GENDERS } from '#contract/accounts/personal-options.ts'
import { translate } from '../language/translate.ts'
import type { Document, SentVersion } from './form-context.ts'
import { dayOf, educationWords, experienceInFull, type RecordWords, refereeWords } from './record-words.ts'
import type { Wizard } from './use-wizard.ts'

/** A line of the sent version or of the correction. `isOnlyHere`: the other of the two lacks this line. */
export type Line = { words: string; isOnlyHere: boolean }
/** A part of the application that the correction changes, with its lines before and now. */
export type Change = { title: string; before: Line[]; now: Line[] }

const linesOf = (lines: string[], others: string[]): Line[] =>
  lines.map((words) => ({ words, isOnlyHere: !others.includes(words) }))

/** A list with the change of one part. It is empty if both versions have the same lines in the same order. */
const changeOf = (title: string, before: string[], now: string[]): Change[] =>
  before.length === now.length && before.every((line, index) => line === now[index])
    ? []
    : [{ title, before: linesOf(before, now), now: linesOf(now, before) }]

const recordLine = ({ what, where, when, duties }: RecordWords) =>
  [what, where, when, duties].filter(Boolean).join(' · ')

/** A single detail with its value in the sent version and its value now. */
type Fact = [name: string, before: string, now: string]

/** The name for a code, such as `Kenya` for `KE`; an unknown code stays as it is. */
const named = (names: Readonly<Record<string, string>>, code: string | null | undefined) =>
  translate(names[code ?? ''] ?? code ?? '')

/** The facts about the applicant: from the profile of the sent version, and from the present profile. */
function personFacts({ context: { profile }, identity }: Wizard, sent: SentVersion): Fact[] {
  // Older applications have no copy of the profile from the time when they were sent.
  const before = sent.sent_applicant
  if (!before) return []
  const fullName = (names: (string | null | undefined)[]) => names.filter(Boolean).join(' ')
  return [
    [
      t`Name`,
      fullName([before.first_name, before.middle_name, before.last_name]),
      fullName([identity.first_name, profile.middle_name, identity.last_name]),
    ],
    [t`Email`, before.email, identity.email],
    [t`Phone`, phoneWords(before.phone), phoneWords(identity.phone)],
    [t`Kind of ID`, translate(before.document_type), translate(profile.document_type ?? '')],
    [t`ID number`, before.idno, identity.idno],
    [t`Date of birth`, dayOf(before.date_of_birth), dayOf(profile.date_of_birth ?? '')],
    [t`Gender`, named(GENDERS, before.gender), named(GENDERS, profile.gender)],
    [
      t({ message: 'Home', context: 'where someone lives' }),
      [before.ward, before.constituency, before.county, named(COUNTRIES, before.country)].join(', '),
      [
        profile.ward_name,
        profile.constituency_name,
        profile.county_name,
        named(COUNTRIES, profile.country),
      ].join(', '),
    ],
  ]
}

const placeFacts = ({ context: { places }, draft: { answers } }: Wizard, sent: SentVersion): Fact[] => {
  const nameNow = (id: number | undefined) => places.find((place) => place.id === id)?.name ?? ''
  // The present list writes a place's name with its surroundings, the sent version may write it without them.
  // So ids are compared instead of names.
  const factIfChanged = (
    name: string,
    before: [id: number | null, name: string],
    idNow: number | undefined,
  ): Fact[] => ((before[0] ?? undefined) === idNow ? [] : [[name, before[1], nameNow(idNow)]])
  return [
    ...factIfChanged(t`Huduma Centre`, [sent.huduma_centre, sent.huduma_centre_name], answers.huduma_centre),
    ...factIfChanged(
      t`By-Election Area`,
      [sent.by_election_area, sent.by_election_area_name],
      answers.by_election_area,
    ),
  ]
}

function personalChange(wizard: Wizard, sent: SentVersion): Change[] {
  const { answers } = wizard.draft
  const facts: Fact[] = [
    ...personFacts(wizard, sent),
    [t`Address`, sent.address, wizard.context.profile.address || answers.address],
    [t`Employment number`, sent.employment_number, answers.employment_number],
    ...placeFacts(wizard, sent),
  ]
  const changed = facts.filter(([, before, now]) => before !== now)
  // The lines of one version: `valueOf` takes its value from a fact. An empty value has no line.
  const side = (valueOf: (fact: Fact) => string) =>
    changed.flatMap((fact) =>
      valueOf(fact) ? [{ words: `${fact[0]}: ${valueOf(fact)}`, isOnlyHere: true }] : [],
    )
  return changed.length === 0
    ? []
    : [{ title: t`Personal details`, before: side(([, before]) => before), now: side(([, , now]) => now) }]
}

const documentLines = (documents: Document[], { context: { job } }: Wizard) =>
  documents
    .filter(({ state }) => state !== 'refused')
    .map(({ kind, name, size, sha256 }) => ({
      words: `${translate(documentName(kind, job))}: ${name}, ${translate(sizeInWords(size))}`,
      sha256,
    }))

/** Two files may have the same name and size, so their contents are compared. */
function documentsChange(wizard: Wizard, sent: SentVersion): Change[] {
  const before = documentLines(sent.documents, wizard)
  const now = documentLines(wizard.context.documents, wizard)
  const side = (files: typeof before, others: typeof before): Line[] =>
    files.map(({ words, sha256 }) => ({
      words,
      isOnlyHere: !others.some((other) => other.sha256 === sha256 && other.words === words),
    }))
  const change = { title: t`Documents`, before: side(before, now), now: side(now, before) }
  return [...change.before, ...change.now].some(({ isOnlyHere }) => isOnlyHere) ? [change] : []
}

/** What a correction changes in the sent application, part by part (W15). */
export function changesOf(wizard: Wizard, sent: SentVersion): Change[] {
  const { answers } = wizard.draft
  return [
    ...personalChange(wizard, sent),
    ...changeOf(
      t`Education`,
      sent.education.map((entry) => recordLine(educationWords(entry))),
      answers.education.map((entry) => recordLine(educationWords(entry))),
    ),
    ...changeOf(
      t`Work experience`,
      sent.experience.map((entry) => recordLine(experienceInFull(entry))),
      answers.experience.map((entry) => recordLine(experienceInFull(entry))),
    ),
    ...changeOf(
      t`Referees`,
      sent.referees.map((entry) => recordLine(refereeWords(entry))),
      answers.referees.map((entry) => recordLine(refereeWords(entry))),
    ),
    ...documentsChange(wizard, sent),
  ]
}
