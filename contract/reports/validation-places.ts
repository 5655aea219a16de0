import { DOCUMENT_KINDS } from '../documents/documents.ts'
import type { EndpointKey } from '../endpoints.ts'
import type { FieldErrorPage } from './endpoints.ts'

// Names the place where a field error was counted, in words for the officers' reports.

/** The pages that report field errors, in words for officers. */
const PAGES: Record<FieldErrorPage, string> = { apply: 'Apply', register: 'Register', profile: 'Profile' }

const BY_EMAIL = 'Forgot password, by email'
const BY_QUESTION = 'Forgot password, by security question'
const EMAIL_CHANGE = 'Settings, change of email'
const EMAIL_CHANGE_LINK = 'Link of a change of email'
/** The calls that refuse a field, with the page that makes each call. */
const CALLS: Partial<Record<EndpointKey, string>> = {
  'POST /api/login/': 'Login',
  'POST /api/register/': 'Register',
  'POST /api/verify-email/{token}/': 'Email verification',
  'POST /api/resend-verification/': 'Email verification',
  'POST /api/password-reset-request/': BY_EMAIL,
  'POST /api/verify-otp/': BY_EMAIL,
  'POST /api/update-password/': BY_EMAIL,
  'POST /api/security/question/': BY_QUESTION,
  'POST /api/security/reset/': BY_QUESTION,
  'POST /api/security/undo-reset/{token}/': 'Forgot password, “This was not me”',
  'POST /api/security/set/': 'Security question',
  'PATCH /api/user/profile/': 'Profile',
  'POST /api/change-password/': 'Settings, change of password',
  'POST /api/email-change/': EMAIL_CHANGE,
  'DELETE /api/email-change/': EMAIL_CHANGE,
  'POST /api/email-change/confirm/{token}/': EMAIL_CHANGE_LINK,
  'POST /api/email-change/undo/{token}/': EMAIL_CHANGE_LINK,
  'DELETE /api/sessions/{id}/': 'Settings, logins',
  'POST /api/sessions/end-others/': 'Settings, logins',
  'PATCH /api/notifications/{id}/': 'Notifications',
  'POST /api/notifications/read-all/': 'Notifications',
  'GET /api/job-applications/check/{id}/': 'Apply, first page',
  'POST /api/job-applications/': 'Apply, first page',
  'POST /api/job-applications/partial-save/': 'Apply, saving',
  'POST /api/job-applications/submit/': 'Apply, step 5',
  'PUT /api/job-applications/update/{id}/': 'Apply, step 5',
  'PUT /api/job-applications/{id}/documents/{kind}/': 'Apply, step 4',
  'DELETE /api/job-applications/{id}/documents/{kind}/': 'Apply, step 4',
  'POST /api/receipts/verify/': 'Receipt check',
  'POST /api/assistant/': 'Assistant',
  'POST /api/newsletter/': 'Newsletter',
  'POST /api/newsletter/confirm/{token}/': 'Newsletter',
  'POST /api/newsletter/stop/{token}/': 'Newsletter',
}

const PLACES: Partial<Record<string, string>> = { ...CALLS, ...PAGES }

/** The form's step that has each field. Work and referees both ask for a position. */
const STEPS: Record<string, string> = {
  address: 'step 1',
  employment_number: 'step 1',
  huduma_centre: 'step 1',
  by_election_area: 'step 1',
  institution: 'step 2',
  qualification_level: 'step 2',
  area_of_study: 'step 2',
  year_of_completion: 'step 2',
  company: 'step 3',
  start_date: 'step 3',
  end_date: 'step 3',
  responsibilities: 'step 3',
  position: 'step 3 or 4',
  name: 'step 4',
  organization: 'step 4',
  ...Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, 'step 4'])),
}

/** The page or call where a field error was counted, in words; undefined when no words exist. */
export function validationPlace(place: string, field: string): string | undefined {
  const words = PLACES[place]
  const step = words === PAGES.apply ? STEPS[field] : undefined
  return step ? `${words}, ${step}` : words
}
