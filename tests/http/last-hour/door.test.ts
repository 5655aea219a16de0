import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { answers, PARTIAL } from '../../support/answers.ts'
import { signedIn } from '../../support/accounts.ts'
import { postJobs } from '../../support/jobs.ts'
import { openPortal, type Portal } from '../../support/portal.ts'
import { pdf } from '../../support/sample-files.ts'
import { form } from '../../support/uploads.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
afterEach(() => portal.clock.advance(3_600_000))
const now = () => portal.clock.now().getTime()

describe('a device that saved a draft of a job closing within two hours goes first', () => {
  /** A draft that was begun at another device, for a job that closes in so many minutes. */
  const begun = async (minutes: number) => {
    const { visitor } = await signedIn(portal)
    const [job_id = 0] = await postJobs(portal, { expiry_date: new Date(now() + minutes * 60_000).toISOString() })
    const { id } = (await visitor.post('/api/job-applications/', { job_id })).json as { id: number }
    const file = { name: 'file', file: 'cv.pdf', data: pdf() }
    const sendForm = (method: string, path: string, parts: Parameters<typeof form>[0]) => {
      const { body, type } = form(parts)
      return fetch(portal.url + path, { method, body: new Uint8Array(body), headers: { 'content-type': type, authorization: `Token ${visitor.token}` } })
    }
    const path = `/api/job-applications/${id}/documents/cv/`
    return {
      save: () => visitor.post(PARTIAL, { job_id, ...answers() }),
      upload: () => sendForm('PUT', path, [file]),
      remove: () => visitor.request('DELETE', path),
      /** Its answers lack all, and its file stays. */
      update: () => sendForm('PUT', `/api/job-applications/update/${id}/`, [{ ...file, name: 'cv' }]),
    }
  }
  for (const [way, status] of Object.entries({ save: 200, upload: 200, remove: 200, update: 422 }) as ['save' | 'upload' | 'remove' | 'update', number][])
    test(`by this way too: ${way}`, async () => {
      const soon = await (await begun(90))[way]()
      const later = await (await begun(60 * 24))[way]()
      assert.deepEqual([soon.status, later.status], [status, status])
      assert.match(soon.headers.get('set-cookie') ?? '', /\bfirst=\d+-\d+\./)
      assert.doesNotMatch(later.headers.get('set-cookie') ?? '', /first=/)
    })
})
