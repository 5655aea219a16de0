import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { connect } from '../server/database/connect.ts'
import { drafts } from '../tests/support/drafts.ts'
import { docx, exif, jpeg, pdf } from '../tests/support/sample-files.ts'
import { type Portal, startPortal } from './portal.ts'
import type { TableRow } from './table.ts'

const AT_ONCE = 64
/** Each person may send only so many files in ten minutes: crowds send in turn. */
const BURSTS_A_CROWD = 8
const BURSTS = 16
const BYTES = 5_242_880
const MAY_GROW_MB = 120
const BOUNDARY = 'portal-bench'

/** A PDF, a photo whose place is cut out, and a Word document that is unpacked, each of very nearly 5 MB. */
const files = (): [string, Buffer][] => {
  const photo = jpeg({ extra: [exif(6, 'Nairobi')] })
  const grain = Buffer.alloc(BYTES - photo.length, randomBytes(9_999).toString('hex'))
  return [
    ['cv.pdf', pdf('', BYTES)],
    ['cv.jpg', Buffer.concat([photo.subarray(0, -2), grain, photo.subarray(-2)])],
    ['cv.docx', docx({ 'word/media/image1.jpeg': randomBytes(BYTES - 9_999) })],
  ]
}
const bodyOf = ([name, bytes]: [string, Buffer]) => {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

const upload = (url: string, { token, id }: { token: string; id: number }, body: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      authorization: `Token ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
      // Each from a network of their own, as the limits for one count.
      'x-forwarded-for': `10.1.${id % 250}.1`,
    }
    const clientRequest = request(
      `${url}/api/job-applications/${id}/documents/cv/`,
      { method: 'PUT', headers, agent: false },
      (answer) => {
        answer.resume()
        if (answer.statusCode === 200) answer.once('end', resolve)
        else reject(new Error(`an upload was answered with ${answer.statusCode}`))
      },
    )
    clientRequest.once('error', reject).end(body)
  })

/**
 * The most that each burst took over what the process had when it was ready, in megabytes; nothing has been
 * sent to it before.
 */
export async function bursts(portal: Portal, count: number): Promise<number[]> {
  const db = connect(portal.databaseUrl)
  const crowds = Math.ceil(count / BURSTS_A_CROWD)
  const people = await drafts(db, AT_ONCE * crowds)
  await db.close()
  const pid = readFileSync(join(portal.dataDir, 'portal.pid'), 'utf8')
  const megabytes = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  const bodies = files().map(bodyOf)
  const before = megabytes()
  const grown: number[] = []
  for (let burst = 0; burst < count; burst++) {
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, megabytes())), 20)
    const crowd = people.slice((burst % crowds) * AT_ONCE).slice(0, AT_ONCE)
    await Promise.all(
      crowd.map((person, index) =>
        upload(portal.url, person, bodies[index % bodies.length] ?? Buffer.alloc(0)),
      ),
    ).finally(() => clearInterval(watch))
    grown.push(Math.max(most, megabytes()) - before)
  }
  return grown
}

/**
 * R9: what a process that has just started grows by while 64 files of 5 MB arrive at once, again and again;
 * in megabytes, so that less is better.
 */
export async function uploads(): Promise<TableRow> {
  const portal = await startPortal()
  try {
    const grown = await bursts(portal, BURSTS)
    console.error(`MB over the start, burst by burst: ${grown.map(Math.round).join(' ')}`)
    const most = Math.max(...grown)
    return {
      what: 'Memory the process may grow by, in MB',
      against: `the worst of ${BURSTS} bursts of ${AT_ONCE} uploads of 5 MB at once, from a cold start`,
      goal: 1,
      product: MAY_GROW_MB,
      limit: most,
      ratio: MAY_GROW_MB / most,
      lowest: MAY_GROW_MB / most,
      highest: MAY_GROW_MB / Math.min(...grown),
    }
  } finally {
    await portal.stop()
  }
}
