import { ENTRY_WORDS, INCOMPLETE_WORDS, NEXT_WORDS } from './words.ts'
import type { FieldErrors } from '../endpoint.ts'
import { APPLICATION } from './limits.ts'
import { normaliseEmail, normalisePhone } from '../normalise.ts'

/**
 * An entry of the education list (S2 §3). The level's name is stored too, because reference data can change
 * (W22).
 */
export type Education = {
  institution: string
  qualification_level: number | undefined
  qualification_level_name: string
  area_of_study: string
  /** The year in digits; '' when it was not given. */
  year_of_completion: string
}
/** An entry of the work list (S2 §3). `end_date` is a civil date, 'Present' for present work, or '' (W21). */
export type Experience = {
  position: string
  company: string
  start_date: string
  end_date: string
  currently_working: boolean
  responsibilities: string
  /** True in the single entry that says "no work experience". Its other fields are empty (W5). */
  no_experience: boolean
}
export type Referee = { name: string; position: string; organization: string; email: string; phone: string }
/** A referee of an older application has more fields, which are read but never written (W8). */
export type StoredReferee = Referee & { relationship?: string | undefined; contact?: string | undefined }

/** The applicant's answers in the form, as they are stored and sent. */
export type Answers = {
  education: Education[]
  experience: Experience[]
  referees: Referee[]
  address: string
  employment_number: string
  huduma_centre: number | undefined
  by_election_area: number | undefined
}

/** What a job requires of each application. */
export type JobRequirements = {
  job_type_code: string
  experience_required: boolean
  min_referees: number
}

/** The data of the applicant, from the profile (W14). */
export type Identity = { first_name: string; last_name: string; email: string; phone: string; idno: string }

/** The error of an empty answer; undefined for any other answer. */
const required = (answer: string, sentence: string) => (answer.trim() ? undefined : sentence)
/** Leaves out the fields that have no error. */
const errorsFrom = (errorsByField: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errorsByField).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )

// Some browsers read 30 February as 2 March. So a valid date is the same when it is written again.
const isDate = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/**
 * The years that an entry of education may have, up to next year (S2 §5). `today` is the civil date in
 * Nairobi.
 */
export const educationYears = (today: string) => ({
  first: APPLICATION.firstYear,
  last: Number(today.slice(0, 4)) + 1,
})

const yearError = (year: string, today: string) => {
  if (!year.trim()) return ENTRY_WORDS.year
  const { first, last } = educationYears(today)
  return /^\d{4}$/.test(year.trim()) && Number(year) >= first && Number(year) <= last
    ? undefined
    : ENTRY_WORDS.yearRange(first, last)
}

/** The field errors of an education entry (S2 §5). */
export const educationErrors = (education: Education, today: string): FieldErrors =>
  errorsFrom({
    institution: required(education.institution, ENTRY_WORDS.institution),
    qualification_level: education.qualification_level ? undefined : ENTRY_WORDS.level,
    area_of_study: required(education.area_of_study, ENTRY_WORDS.area),
    year_of_completion: yearError(education.year_of_completion, today),
  })

export const EARLIEST_WORK_DATE = `${APPLICATION.firstWorkYear}-01-01`

const startDateError = (start: string, today: string) => {
  if (!isDate(start)) return ENTRY_WORDS.start
  if (start < EARLIEST_WORK_DATE) return ENTRY_WORDS.startTooEarly(APPLICATION.firstWorkYear)
  return start > today ? ENTRY_WORDS.startFuture : undefined
}
const endDateError = (experience: Experience, today: string) => {
  if (experience.currently_working) return undefined
  if (!isDate(experience.end_date)) return ENTRY_WORDS.end
  if (experience.end_date > today) return ENTRY_WORDS.endFuture
  return isDate(experience.start_date) && experience.end_date < experience.start_date
    ? ENTRY_WORDS.endBeforeStart
    : undefined
}

/** The field errors of a work entry (S2 §5). */
export const experienceErrors = (experience: Experience, today: string): FieldErrors =>
  experience.no_experience
    ? {}
    : errorsFrom({
        company: required(experience.company, ENTRY_WORDS.company),
        position: required(experience.position, ENTRY_WORDS.position),
        start_date: startDateError(experience.start_date, today),
        end_date: endDateError(experience, today),
        responsibilities: required(experience.responsibilities, ENTRY_WORDS.responsibilities),
      })

export const refereeEmailError = (email: string) =>
  required(email, ENTRY_WORDS.email) ??
  (/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email.trim()) ? undefined : ENTRY_WORDS.emailFormat)
/**
 * A referee's phone needs +254 and nine digits (S2 §5). Before this, 07.., 01.. and 254.. are normalised to
 * that form (W25).
 */
export const refereePhoneError = (phone: string) =>
  required(phone, ENTRY_WORDS.phone) ??
  (/^\+254\d{9}$/.test(normalisePhone(phone)) ? undefined : ENTRY_WORDS.phoneFormat)

/** A complete phone number as it is stored (W25). Other text stays, so that nothing typed is lost. */
export const refereePhoneStored = (phone: string) =>
  refereePhoneError(phone) ? phone : normalisePhone(phone)

/** The field errors of a referee (S2 §5). */
export const refereeErrors = (referee: Referee): FieldErrors =>
  errorsFrom({
    name: required(referee.name, ENTRY_WORDS.name),
    position: required(referee.position, ENTRY_WORDS.position),
    organization: required(referee.organization, ENTRY_WORDS.organization),
    email: refereeEmailError(referee.email),
    phone: refereePhoneError(referee.phone),
  })

/**
 * The field errors of the form's step 1, where some job types require more (S2 §5). `acronym` is that
 * of the commission.
 */
export const personalErrors = (
  answers: Answers,
  requirements: Pick<JobRequirements, 'job_type_code'>,
  acronym: string,
): FieldErrors => {
  const number = answers.employment_number.trim()
  const employmentNumberError = number
    ? number.length < APPLICATION.minEmploymentNumber
      ? ENTRY_WORDS.employmentNumberShort
      : undefined
    : ENTRY_WORDS.employmentNumber
  return errorsFrom({
    employment_number: requirements.job_type_code === 'internal' ? employmentNumberError : undefined,
    huduma_centre:
      requirements.job_type_code === 'huduma' && !answers.huduma_centre
        ? ENTRY_WORDS.hudumaCentre(acronym)
        : undefined,
    by_election_area:
      requirements.job_type_code === 'by_election' && !answers.by_election_area
        ? ENTRY_WORDS.byElectionArea
        : undefined,
  })
}

const hasNoErrors = (errors: FieldErrors) => Object.keys(errors).length === 0

/** Which steps of the form are complete. */
export type CompletedSteps = {
  personal_details_completed: boolean
  education_completed: boolean
  experience_completed: boolean
  referees_completed: boolean
}

const areComplete = <Entry>(entries: Entry[], errorsOfEntry: (entry: Entry) => FieldErrors, minCount = 1) =>
  entries.length >= minCount && entries.every((entry) => hasNoErrors(errorsOfEntry(entry)))

/**
 * Computes from the answers which steps of the form are complete. The browser and the server both do this;
 * flags that are sent are ignored (W2).
 */
export const completedStepsOf = (
  identity: Identity,
  answers: Answers,
  requirements: JobRequirements,
  today: string,
): CompletedSteps => ({
  personal_details_completed:
    Object.values(identity).every((answer) => answer.trim() !== '') &&
    // This only asks whether there are errors. Their sentences are not shown, so they need no acronym.
    hasNoErrors(personalErrors(answers, requirements, '')),
  education_completed: areComplete(answers.education, (education) => educationErrors(education, today)),
  // For a job that requires experience, the entry "no work experience" is not enough.
  experience_completed: areComplete(
    requirements.experience_required
      ? answers.experience.filter((experience) => !experience.no_experience)
      : answers.experience,
    (experience) => experienceErrors(experience, today),
  ),
  referees_completed: areComplete(answers.referees, refereeErrors, requirements.min_referees),
})

/** A sentence about a missing part of the application, and the form's step where it can be added (W20). */
export type Missing = { line: string; step: 1 | 2 | 3 | 4 }

/**
 * What an application lacks before it can be submitted, in the order of the specification (S2 §5). An empty
 * list gives two lines: its section is incomplete, and an entry is required.
 */
export const missingParts = (
  completed: CompletedSteps,
  answers: Answers,
  requirements: JobRequirements,
): Missing[] => {
  const rows: [boolean, Missing][] = [
    [!completed.personal_details_completed, { line: INCOMPLETE_WORDS.personal, step: 1 }],
    [!completed.education_completed, { line: INCOMPLETE_WORDS.education, step: 2 }],
    [!completed.experience_completed, { line: INCOMPLETE_WORDS.experience, step: 3 }],
    [!completed.referees_completed, { line: INCOMPLETE_WORDS.referees, step: 4 }],
    [answers.education.length === 0, { line: NEXT_WORDS.education, step: 2 }],
    [answers.experience.length === 0, { line: NEXT_WORDS.experience, step: 3 }],
    [
      answers.referees.length < requirements.min_referees,
      { line: NEXT_WORDS.referees(requirements.min_referees), step: 4 },
    ],
  ]
  return rows.filter(([missing]) => missing).map(([, missingPart]) => missingPart)
}

/**
 * The indexes of doubtful referees: those with the email or phone of the applicant (`likeApplicant`) or of an
 * earlier referee (`likeEarlier`). The applicant is warned, and officers see it (W8).
 */
export const doubtfulReferees = (
  referees: Referee[],
  identity: Pick<Identity, 'email' | 'phone'>,
): { likeApplicant: number[]; likeEarlier: number[] } => {
  const email = (input: { email: string }) => normaliseEmail(input.email)
  const phone = (input: { phone: string }) => normalisePhone(input.phone)
  const isSamePerson = (left: { email: string; phone: string }, right: { email: string; phone: string }) =>
    (email(left) !== '' && email(left) === email(right)) ||
    (phone(left) !== '' && phone(left) === phone(right))
  return {
    likeApplicant: referees.flatMap((referee, index) => (isSamePerson(referee, identity) ? [index] : [])),
    likeEarlier: referees.flatMap((referee, index) =>
      referees.slice(0, index).some((other) => isSamePerson(referee, other)) ? [index] : [],
    ),
  }
}

/** A place by its codes. A constituency has no ward code; a county has no constituency code either. */
export type PlaceCodes = { county: number | null; constituency: number | null; ward: number | null }

/** Whether the applicant's home is in a by-election area: a ward, a constituency or a whole county (J9). */
export const livesIn = (area: PlaceCodes, home: PlaceCodes): boolean => {
  if (area.ward !== null) return area.ward === home.ward
  if (area.constituency !== null) return area.constituency === home.constituency
  return area.county === home.county
}

/**
 * A work entry in its stored form. For 'I currently work here', the end date 'Present' is stored (S2 §2).
 * Such an end date in turn means that the person works there (W21).
 */
export const asStored = (experience: Experience): Experience => {
  if (experience.no_experience) return { ...experience, end_date: '' }
  return experience.currently_working || experience.end_date === 'Present'
    ? { ...experience, currently_working: true, end_date: 'Present' }
    : experience
}

/** The entry that the work list has for "no work experience" (W5). */
export const NO_EXPERIENCE: Experience = {
  position: '',
  company: '',
  start_date: '',
  end_date: '',
  currently_working: false,
  responsibilities: '',
  no_experience: true,
}
