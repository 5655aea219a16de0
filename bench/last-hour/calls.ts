import { ANSWERS, type Filled, TOKEN_LENGTH } from '../applications.ts'

/** The kinds of calls. Most are named like the portal's admission classes, which limit the load. */
export const KINDS = ['page', 'public', 'read', 'login', 'save', 'upload', 'submit'] as const
export type Kind = (typeof KINDS)[number]

/** The mix of calls: how many of 100 calls are of each kind. 60 of them only read. */
export const MIX: Record<Kind, number> = {
  page: 15,
  public: 15,
  read: 30,
  login: 15,
  save: 12,
  upload: 3,
  submit: 10,
}

/** The portal under test, and the accounts and answers that the calls use. */
export type World = {
  url: string
  filled: Filled
  /** Addresses of accounts that can log in: `applicant0@example.org` and so on. */
  accounts: number
  password: string
  /**
   * The value of the header `Submit-Digest`. With it, the portal can issue a ticket for a submit before it
   * reads the body. All submits have the same answers and so the same digest.
   */
  digest: string
}
/** One call to the portal. `keepsBody`: its result includes the body of the answer, as every submit needs. */
export type Call = {
  kind: Kind
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  keepsBody?: true
}

const json = (body: unknown) => Buffer.from(JSON.stringify(body))
const token = (person: number) => `Token ${String(person).padStart(TOKEN_LENGTH, '0')}`

/** The answers to all sections of the application form. Every application has the same. */
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
const UPLOAD_BODY = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  ),
  PDF,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

/** A call that only reads. */
const reading = (kind: Kind, path: string, headers: Call['headers']): Call => ({
  kind,
  method: 'GET',
  path,
  headers,
  body: undefined,
})

/**
 * Makes the call of a kind with this number, from 0. Use each submit number once, because a person submits
 * once. Calls take the people and networks in turn.
 */
export function callOf(world: World, kind: Kind, callNumber: number): Call {
  const { filled } = world
  const position = callNumber % filled.people
  const person = filled.firstPerson + position
  // 256 consecutive calls share the second part of their IPv4 address.
  const networkHeader = { 'x-forwarded-for': `10.${(callNumber >> 8) % 250}.${callNumber % 250}.1` }
  const personHeaders = { ...networkHeader, authorization: token(person) }
  const jsonHeader = { 'content-type': 'application/json' }
  switch (kind) {
    case 'page':
      return reading(kind, callNumber % 2 ? '/jobs' : '/jobs/1', {
        ...networkHeader,
        'accept-encoding': 'br',
      })
    case 'public':
      return reading(kind, `/api/jobs/list/?search=officer&page=${1 + (callNumber % 40)}`, networkHeader)
    case 'read':
      return reading(kind, callNumber % 2 ? '/api/dashboard/stats/' : '/api/job-applications/', personHeaders)
    case 'login':
      return {
        kind,
        method: 'POST',
        path: '/api/login/',
        headers: { ...networkHeader, ...jsonHeader },
        body: json({
          email: `applicant${callNumber % world.accounts}@example.org`,
          password: world.password,
        }),
      }
    case 'save':
      return {
        kind,
        method: 'POST',
        path: '/api/job-applications/partial-save/',
        headers: { ...personHeaders, ...jsonHeader },
        body: json({ job_id: filled.firstJob + 1, education: ANSWERS.education, referees: ANSWERS.referees }),
      }
    case 'upload':
      return {
        kind,
        method: 'PUT',
        // The person's draft of an application for the bench's second job.
        path: `/api/job-applications/${filled.people + position + 1}/documents/cv/`,
        headers: { ...personHeaders, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: UPLOAD_BODY,
      }
    case 'submit':
      return {
        kind,
        method: 'PUT',
        path: `/api/job-applications/update/${position + 1}/`,
        headers: { ...personHeaders, ...jsonHeader, 'submit-digest': world.digest },
        body: json(submitBody(filled, `last-hour-${callNumber}`)),
      }
  }
}
