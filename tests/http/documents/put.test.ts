import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../../server/database/connect.ts'
import { applicantWith, arrivingFiles, keptFiles } from '../../support/uploads.ts'
import { openPortal, type Portal } from '../../support/portal.ts'
import { doc, docx, jpeg, pdf, png } from '../../support/sample-files.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const row = (id: number, kind = 'cv') =>
  portal.db.row<Record<string, unknown>>(sql`select * from application_documents where application_id = ${id} and kind = ${kind}`)
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('W23 PUT /api/job-applications/{id}/documents/{kind}/', () => {
  test('W23 each of the five types is kept under the hash of its bytes, and said back', async () => {
    for (const [bytes, name, type] of [
      [pdf(), 'Wanjiku CV.pdf', 'pdf'],
      [doc(), 'cv.doc', 'doc'],
      [docx(), 'cv.docx', 'docx'],
      [jpeg(), 'photo.jpg', 'jpg'],
      [png(), 'scan.png', 'png'],
    ] as const) {
      const person = await applicantWith(portal)
      const answer = await person.upload(bytes, name)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.json, {
        document: { kind: 'cv', name, size: bytes.length, type, state: 'clean', fault: null, uploaded_at: portal.clock.now().toISOString() },
        version: 1,
      })
      assert.ok(keptFiles(portal).includes(sha(bytes)))
      assert.equal((await row(person.id))?.type, type)
    }
    assert.deepEqual(arrivingFiles(portal), [])
  })
})
