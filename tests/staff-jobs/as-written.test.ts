import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPortal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'

// A recruiter writes a job with few fields, as the form sends it, and proposes to publish it.
test('a draft can be proposed although some of its optional fields are missing', async () => {
  const portal = await openPortal()
  try {
    const { visitor } = await officer(portal, 'recruiter')
    const html = { description_html: '<p>Work</p>', qualification_html: '<p>Care</p>' }
    const content = {
      reference: 'AS/1',
      title: 'Clerk',
      department: 'ICT',
      location: 'Nairobi',
      job_type_id: 2,
      ...html,
    }
    const { id } = (await visitor.post('/api/staff/jobs/', { content })).json
    const { status, json } = await visitor.post(`/api/staff/jobs/${id}/changes/`, { kind: 'publish' })
    assert.deepEqual([status, json.awaiting], [200, 'publish'], JSON.stringify(json))
  } finally {
    await portal.close()
  }
})
