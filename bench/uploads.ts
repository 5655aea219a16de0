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
/** A person may upload at most this many files in ten minutes. Then the bench continues with other people. */
const BURSTS_PER_GROUP = 8
const BURSTS = 16
const FILE_BYTES = 5_242_880
/** The growth of memory that the portal must stay below (R9). */
const MAX_GROWTH_MB = 120
const BOUNDARY = 'portal-bench'

/**
 * The uploaded files: a PDF, a photo whose location the portal removes, and a Word document that it unpacks.
 * Each has almost 5 MB of random bytes, which do not compress.
 */
const files = (): [string, Buffer][] => {
  // Orientation 6 means that the photo is turned by a quarter.
  const photo = jpeg({ extra: [exif(6, 'Nairobi')] })
  const filler = Buffer.alloc(FILE_BYTES - photo.length, randomBytes(9_999).toString('hex'))
  return [
    ['cv.pdf', pdf('', FILE_BYTES)],
    // The filler goes before the end marker of the photo, which is its last two bytes.
    ['cv.jpg', Buffer.concat([photo.subarray(0, -2), filler, photo.subarray(-2)])],
    ['cv.docx', docx({ 'word/media/image1.jpeg': randomBytes(FILE_BYTES - 9_999) })],
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
      // Each person calls from another network, because the portal limits uploads for each network too.
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
 * Sends `count` bursts of uploads to a new portal. Returns the peak memory growth of the process in each
 * burst, in megabytes above the start.
 */
export async function bursts(portal: Portal, count: number): Promise<number[]> {
  const db = connect(portal.databaseUrl)
  const groups = Math.ceil(count / BURSTS_PER_GROUP)
  const people = await drafts(db, AT_ONCE * groups)
  await db.close()
  const pid = readFileSync(join(portal.dataDir, 'portal.pid'), 'utf8')
  /** The memory that the portal's process uses, in megabytes. */
  const megabytes = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  const bodies = files().map(bodyOf)
  const before = megabytes()
  const grown: number[] = []
  for (let burst = 0; burst < count; burst++) {
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, megabytes())), 20)
    const firstOfGroup = (burst % groups) * AT_ONCE
    const group = people.slice(firstOfGroup, firstOfGroup + AT_ONCE)
    await Promise.all(
      group.map((person, index) =>
        upload(portal.url, person, bodies[index % bodies.length] ?? Buffer.alloc(0)),
      ),
    ).finally(() => clearInterval(watch))
    grown.push(Math.max(most, megabytes()) - before)
  }
  return grown
}

/**
 * Measures the peak growth of a new process in megabytes, while 64 files of 5 MB arrive at once, repeatedly
 * (R9).
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
      product: MAX_GROWTH_MB,
      limit: most,
      ratio: MAX_GROWTH_MB / most,
      lowest: MAX_GROWTH_MB / most,
      highest: MAX_GROWTH_MB / Math.min(...grown),
    }
  } finally {
    await portal.stop()
  }
}
