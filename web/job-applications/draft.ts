import {
  asStored,
  type Answers,
  type Education,
  type Experience,
  type Identity,
  NO_EXPERIENCE,
  type Referee,
} from '#contract/job-applications/rules.ts'
import type { Step } from '#contract/job-applications/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { CallFailed } from '../call.ts'

export type Application = Reply<'GET /api/job-applications/{id}/'>

/** Tells an application from a body without one. The rest of our server's answer is trusted. */
const isApplication = (value: unknown): value is Application =>
  typeof value === 'object' && value !== null && 'version' in value

/** The server's version of the application, from the error of a conflict. */
export const currentOf = ({ body }: CallFailed): Application | undefined => {
  const current: unknown = body.current
  return body.code === 'conflict' && isApplication(current) ? current : undefined
}

/** What is typed in the three forms that add an entry to a list, but is not in a list yet. */
export type Forms = { education: Education; experience: Experience; referee: Referee }
/** For each form, the index of the list entry that it changes; absent if the form adds an entry. */
type Editing = { [Form in keyof Forms]?: number | undefined }
/** Personal details that were typed in step 1 because the profile lacks them (W12). */
export type TypedIdentity = { [Name in Exclude<keyof Identity, 'email'>]: string }

/** All that a person has entered in the application form, and the step where they are. */
export type Draft = {
  step: Step
  /** True once the review was reached. From then on, the tabs of all steps can be pressed (W18). */
  reviewed: boolean
  answers: Answers
  forms: Forms
  editing: Editing
  typed: TypedIdentity
}

export const BLANK_FORMS: Forms = {
  education: {
    institution: '',
    qualification_level: undefined,
    qualification_level_name: '',
    area_of_study: '',
    year_of_completion: '',
  },
  // NO_EXPERIENCE is the entry of a person without any: its fields are empty.
  experience: { ...NO_EXPERIENCE, no_experience: false },
  referee: { name: '', position: '', organization: '', email: '', phone: '' },
}

const NOTHING_TYPED: TypedIdentity = { first_name: '', last_name: '', phone: '', idno: '' }

/** The step with this number. Anything that is no step gives step 1. */
export const stepFrom = (step: unknown): Step =>
  step === 2 || step === 3 || step === 4 || step === 5 ? step : 1

/**
 * The draft of an application as the server has it. `unfinished`: text that was typed and is in no list yet.
 */
export const draftFrom = (application: Application): Draft => ({
  step: stepFrom(application.unfinished?.step),
  // Step 5 is the review.
  reviewed: application.unfinished?.step === 5,
  answers: {
    education: application.education,
    experience: application.experience,
    referees: application.referees,
    address: application.address,
    employment_number: application.employment_number,
    huduma_centre: application.huduma_centre ?? undefined,
    by_election_area: application.by_election_area ?? undefined,
  },
  forms: {
    education: { ...BLANK_FORMS.education, ...application.unfinished?.education },
    experience: { ...BLANK_FORMS.experience, ...application.unfinished?.experience },
    referee: { ...BLANK_FORMS.referee, ...application.unfinished?.referee },
  },
  editing: { ...application.unfinished?.editing },
  typed: { ...NOTHING_TYPED, ...application.unfinished?.typed },
})

/** Whether nothing is typed in a form. */
const isBlank = <Form extends keyof Forms>(name: Form, form: Forms[Form]) =>
  isDeepEqual(form, BLANK_FORMS[name])

/** Whether two values are deeply equal. The order of keys does not matter, and undefined equals absent. */
export const isDeepEqual = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const leftValues: Record<string, unknown> = { ...left }
  const rightValues: Record<string, unknown> = { ...right }
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => isDeepEqual(leftValues[name], rightValues[name]))
}

/** The body of a partial save (S2 §7): the answers, and the text of unfinished forms as it was typed. */
export const draftBody = ({ step, answers, forms, editing, typed }: Draft) => ({
  ...answersBody(answers),
  unfinished: {
    step,
    ...(isBlank('education', forms.education) ? {} : { education: forms.education }),
    ...(isBlank('experience', forms.experience) ? {} : { experience: forms.experience }),
    ...(isBlank('referee', forms.referee) ? {} : { referee: forms.referee }),
    editing,
    typed,
  },
})

/**
 * The answers as the API takes them: `asStored` sets the end date 'Present' while the person works there
 * (W21), and an empty choice is ''.
 */
export const answersBody = (answers: Answers) => ({
  education: answers.education,
  experience: answers.experience.map(asStored),
  referees: answers.referees,
  address: answers.address,
  employment_number: answers.employment_number,
  huduma_centre: answers.huduma_centre ?? ('' as const),
  by_election_area: answers.by_election_area ?? ('' as const),
})
