import { sql } from '../../server/database/connect.ts'
import { loggedIn } from './accounts.ts'
import { postSample } from './jobs.ts'
import type { Portal } from './portal.ts'
import { sendApplication } from './sent.ts'

const jobCalled = async ({ db }: Portal, title: string) =>
  (await db.row<{ id: number }>(sql`select id from jobs where title = ${title} and is_active`))?.id ?? 0

/**
 * The sample jobs and two people. Amina has two submitted applications, one of them shortlisted, and a draft.
 * Brian has one submitted application, which only he may see.
 */
export async function filledBoard(portal: Portal) {
  await postSample(portal)
  const [amina, brian] = [await loggedIn(portal), await loggedIn(portal)]
  const ids = {
    presiding: await jobCalled(portal, 'Presiding Officer (By-Elections)'),
    ict: await jobCalled(portal, 'Constituency ICT Clerk (Enhanced Continuous Voter Registration)'),
    finance: await jobCalled(portal, 'Finance Officer (Election Accounts)'),
    security: await jobCalled(portal, 'Security Liaison Officer'),
  }
  const sent = await sendApplication(portal, amina.email, ids.presiding, { by_election_area: 1 })
  const shortlisted = await sendApplication(portal, amina.email, ids.ict)
  await portal.db.run(sql`update job_applications set status = 'Shortlisted' where id = ${shortlisted.id}`)
  await amina.visitor.post('/api/job-applications/', { job: ids.finance })
  const brians = await sendApplication(portal, brian.email, ids.security)
  await portal.db.run(sql`update job_applications set status = 'Rejected' where id = ${brians.id}`)
  return { amina, brian, ids, sent, shortlisted, brians }
}
