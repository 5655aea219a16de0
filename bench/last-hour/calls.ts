import { ANSWERS, type Filled, TOKEN_LENGTH } from '../applications.ts'

/** What a caller may want; the names are those of the classes that the contract gives these calls. */
export const KINDS = ['page', 'public', 'read', 'login', 'save', 'upload', 'submit'] as const
export type Kind = (typeof KINDS)[number]

/** Of a hundred calls: 60 read, 15 log in, 15 save or upload, 10 submit. */
export const MIX: Record<Kind, number> = {
  page: 15,
  public: 15,
  read: 30,
  login: 15,
  save: 12,
  upload: 3,
  submit: 10,
}

/** What the callers know: who they are, and what they send. */
export type World = {
  url: string
  filled: Filled
  /** Accounts that can log in, `applicant0@example.org` and so on. */
  accounts: number
  password: string
  /**
   * The header that lets a submit have a ticket before it is read; the same for all, for all answer alike.
   */
  digest: string
}
/** `heard`: the body of its answer is kept; that of a submit always is. */
export type Call = {
  kind: Kind
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  heard?: true
}

const json = (body: unknown) => Buffer.from(JSON.stringify(body))
const token = (person: number) => `Token ${String(person).padStart(TOKEN_LENGTH, '0')}`

/** The answers of every application, as the wizard sends them: each section, whole. */
export const submitBody = (filled: Filled, key: string) => ({
  job_id: filled.firstJob,
  education: ANSWERS.education,
  experience: ANSWERS.experience,
  referees: ANSWERS.referees,
  address: ANSWERS.address,
  employment_number: '',
  huduma_centre: '',
  by_election_area: '',
  version: 0,
  idempotency_key: key,
})

const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
%${'x'.repeat(100_000)}
trailer<</Root 1 0 R>>
%%EOF
`)
const BOUNDARY = 'portal-bench'
const FORM = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  ),
  PDF,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

/**
 * The n-th call of a kind (from 0). Each person submits once; all other calls come from people and places in
 * turn.
 */
export function callOf(world: World, kind: Kind, n: number): Call {
  const { filled } = world
  const position = n % filled.people
  const person = filled.firstPerson + position
  const from = { 'x-forwarded-for': `10.${(n >> 8) % 250}.${n % 250}.1` }
  const own = { ...from, authorization: token(person) }
  const sent = { 'content-type': 'application/json' }
  switch (kind) {
    case 'page':
      return {
        kind,
        method: 'GET',
        path: n % 2 ? '/jobs' : '/jobs/1',
        headers: { ...from, 'accept-encoding': 'br' },
        body: undefined,
      }
    case 'public':
      return {
        kind,
        method: 'GET',
        path: `/api/jobs/list/?search=officer&page=${1 + (n % 40)}`,
        headers: from,
        body: undefined,
      }
    case 'read':
      return {
        kind,
        method: 'GET',
        path: n % 2 ? '/api/dashboard/stats/' : '/api/job-applications/',
        headers: own,
        body: undefined,
      }
    case 'login':
      return {
        kind,
        method: 'POST',
        path: '/api/login/',
        headers: { ...from, ...sent },
        body: json({ email: `applicant${n % world.accounts}@example.org`, password: world.password }),
      }
    case 'save':
      return {
        kind,
        method: 'POST',
        path: '/api/job-applications/partial-save/',
        headers: { ...own, ...sent },
        body: json({ job_id: filled.firstJob + 1, education: ANSWERS.education, referees: ANSWERS.referees }),
      }
    case 'upload':
      return {
        kind,
        method: 'PUT',
        path: `/api/job-applications/${filled.people + position + 1}/documents/cv/`,
        headers: { ...own, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: FORM,
      }
    case 'submit':
      return {
        kind,
        method: 'PUT',
        path: `/api/job-applications/update/${position + 1}/`,
        headers: { ...own, ...sent, 'submit-digest': world.digest },
        body: json(submitBody(filled, `last-hour-${n}`)),
      }
  }
}
