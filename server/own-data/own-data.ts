import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { nairobiDate } from '#contract/dates.ts'
import { notificationSentence } from '#contract/notifications/words.ts'
import { OWN_DATA, OWN_DATA_WORDS as WORDS } from '#contract/own-data/words.ts'
import { requireProof } from '../accounts/require-proof.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { answer, type Handler, type Route } from '../endpoints/serve.ts'
import { countInWindow, secondsUntil } from '../counters.ts'
import { ENGLISH, KISWAHILI } from '../http/page-language.ts'
import { refuse } from '../http/refuse.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { presentAccessRecords } from '../review/access-records.ts'
import { findOwnApplication } from '../review/access-records-store.ts'
import { readablePage } from './readable.ts'
import { findAccount, findApplications, findLists, type OwnApplication } from './store.ts'

const DAY_SECONDS = 86_400

/** Counts a copy of a person's data against the daily limit, and notifies the person by email. */
const recordCopy = (deps: Deps, userId: number, now: Date) =>
  deps.db.tx(async (tx) => {
    const { count, windowEnds } = await countInWindow(tx, `own data ${userId}`, DAY_SECONDS, now)
    if (count > OWN_DATA.perDay)
      throw refuse('too_many', {
        message: WORDS.tooMany,
        fieldErrors: { non_field_errors: WORDS.tooMany },
        retryAfter: secondsUntil(windowEnds, now),
      })
    await enqueueEmail(tx, { topic: 'accounts.data-taken', payload: { userId, at: now.toISOString() }, now })
  })

/** Reads all data about a person, section by section. */
async function readEverything(deps: Deps, userId: number, applications: OwnApplication[]) {
  const shownApplications = []
  for (const { id, application, sent, receipt, earlier, earlier_drafts, documents } of applications) {
    const ownApplication = await findOwnApplication(deps.db, userId, id)
    shownApplications.push({
      ...application,
      sent,
      receipt,
      earlier_versions: earlier,
      earlier_drafts,
      // A document's hash is left out: it is only the name of the stored file.
      documents: documents.map(({ hash: _, ...document }) => document),
      // What officers did; null only if the application was deleted while this ran.
      what_officers_did: ownApplication ? await presentAccessRecords(deps.db, ownApplication) : null,
    })
  }
  return {
    account: await findAccount(deps.db, userId),
    applications: shownApplications,
    ...(await findLists(deps.db, userId)),
  }
}

/** Makes a name safe, so that it names one file in one folder on any system. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N}. _-]/gu, '_').replace(/^\.+/, '_')

type Everything = Awaited<ReturnType<typeof readEverything>>

/**
 * The data that the readable page shows. Notifications become the sentences that people read in the portal.
 */
const sectionsOf = (everything: Everything) => ({
  ...everything,
  notifications: everything.notifications.map(({ kind, params, created_at, is_read }) => ({
    message: notificationSentence(String(kind), params as Parameters<typeof notificationSentence>[1]),
    created_at,
    is_read,
  })),
})
const languageOf = ({ account }: Everything) => (account?.language === 'sw' ? KISWAHILI : ENGLISH)

/** The copy of a person's data as a ZIP file, which is made while it is sent. */
function zipOf(deps: Deps, everything: Everything, applications: OwnApplication[]): Readable {
  const now = deps.now()
  const zip = new ZipFile()
  // The stream has the method `destroy`, but yazl's types do not declare it.
  const stream = zip.outputStream as Readable
  // The download has started, so it is too late for a refusal. The connection is cut, so that the browser
  // reports an incomplete file.
  const fail = (error: unknown) => {
    deps.log('error', 'own_data.failed', errorFields(error))
    stream.destroy(error as Error)
  }
  zip.once('error', fail)
  // A person may end the download early. The file that is being read must be closed then: an open file takes
  // its space on the disk even after it is deleted.
  let openFile: Readable | undefined
  stream.once('close', () => openFile?.destroy())
  const addText = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: now })
  const json = JSON.stringify(everything, null, 2)
  // The page is made from the parsed JSON, because all times in it are texts.
  addText('my-data.html', readablePage(sectionsOf(JSON.parse(json) as Everything), languageOf(everything)))
  addText('my-data.json', `${json}\n`)
  for (const { id, reference, receipt, earlier, documents } of applications) {
    const folder = `applications/${fileName(reference ?? `draft-${id}`)}`
    if (receipt) addText(`${folder}/receipt.json`, `${JSON.stringify(receipt, null, 2)}\n`)
    for (const { version, receipt: earlierReceipt } of earlier)
      addText(`${folder}/version-${version}/receipt.json`, `${JSON.stringify(earlierReceipt, null, 2)}\n`)
    // A document that the scanner did not find clean is given to no one, not even to its owner (T14).
    for (const { version, kind, name, size, state, hash } of documents.filter(
      ({ state }) => state === 'clean',
    ))
      zip.addReadStreamLazy(
        // Files of a draft, and of the version sent last, are not in a folder of a version.
        `${folder}/${version === null ? '' : `version-${version}/`}${kind}-${fileName(name)}`,
        { mtime: now, compress: false, size },
        (giveStream) => {
          deps.files.store
            .open(hash.toString('hex'), size)
            .then((file) => {
              if (!file) return fail(new Error(`a ${state} file is missing`))
              if (stream.destroyed) return file.destroy()
              openFile = file
              // yazl does not listen for errors of this stream. Without this, the download would only hang.
              file.once('error', fail)
              giveStream(null, file)
            })
            .catch(fail)
        },
      )
  }
  zip.end()
  return stream
}

/** A copy of everything about the logged-in person, streamed as a ZIP (Data Protection Act 2019, s. 26). */
const takeOwnData: Handler<'POST /api/own-data/'> = async (
  deps,
  { applicant: { userId }, body, visitor },
) => {
  await requireProof(deps, visitor, userId, {
    ...body,
    wrong: { password: WORDS.wrongPassword },
  })
  const now = deps.now()
  await recordCopy(deps, userId, now)
  const applications = await findApplications(deps.db, userId)
  const everything = await readEverything(deps, userId, applications)
  return {
    stream: zipOf(deps, everything, applications),
    name: `my-data-${nairobiDate(now)}.zip`,
    type: 'application/zip',
  }
}

export const ownDataRoutes: Route[] = [answer('POST /api/own-data/', takeOwnData)]
