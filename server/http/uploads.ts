import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DOCUMENT_WORDS, STORAGE } from '#contract/documents/documents.ts'
import type { Deps } from '../deps.ts'
import { discard } from '../files/incoming.ts'
import { InspectorBusy } from '../files/inspector.ts'
import { type ReceivedFile, receiveFile } from '../files/receive-file.ts'
import { hasFreeSpace } from '../files/free-space.ts'
import { bytesReceived, type Form, readForm } from './multipart.ts'
import { Refusal, refuse } from './refuse.ts'
import { uncount, secondsUntil, countInWindow } from '../counters.ts'
import { type Arriving, type Shares, UPLOADS, uploadShares } from './upload-shares.ts'
import { networkOf } from './visitor.ts'

// Receives forms with files: who may upload, how much, and what happens to the files.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names of the parts of a call that may be files. */
    files?: readonly string[]
  }
  interface FastifyRequest {
    /** The fields of a form with files, once it is read. The request's body is then only a placeholder. */
    formFields: Form['fields'] | undefined
  }
}

/** Takes the place of a form's body that is not read yet; `formReceiver` will read it. */
const UNREAD_FORM = Symbol('a form that is not read yet')

/** True for a call whose body is a form with files. */
export const isUpload = (request: FastifyRequest) =>
  request.routeOptions.config.files !== undefined &&
  /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')

/** Leaves the body of a form to `formReceiver` on routes for files; elsewhere a form is the wrong type. */
export function acceptUploads(app: FastifyInstance): void {
  app.decorateRequest('formFields')
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, _body: IncomingMessage, done) =>
    request.routeOptions.config.files ? done(null, UNREAD_FORM) : done(refuse('wrong_type')),
  )
}

/** What a form contained: its fields, and its files, which are inspected and stored. */
type ReceivedForm = { body: unknown; files: Record<string, ReceivedFile> }

const RETRY_AFTER_FULL_DISK_SECONDS = 60

/** Returns a function that refuses uploads while the disk is full (R6). It logs when that changes. */
function freeSpaceGuard({ files, log }: Deps) {
  let isFull = false
  return async () => {
    const hasSpace = await hasFreeSpace(files.incoming)
    // `isFull` still has the value of the upload before this one.
    const hasChanged = hasSpace === isFull
    if (hasChanged) {
      isFull = !isFull
      log(isFull ? 'error' : 'info', isFull ? 'files.no_free_space' : 'files.free_space_again')
    }
    if (isFull) throw refuse('no_room', { retryAfter: RETRY_AFTER_FULL_DISK_SECONDS })
  }
}

/** Inspects and stores the files of a form. @throws Refusal invalid, with the errors by file */
async function storeFiles(deps: Deps, form: Form): Promise<ReceivedForm> {
  const receivedFiles: Record<string, ReceivedFile> = {}
  const fileErrors: Record<string, string> = {}
  for (const [name, { label, ...incoming }] of form.files) {
    const file = await receiveFile(deps, incoming, label).catch((error: unknown) => {
      throw error instanceof InspectorBusy ? refuse('busy') : error
    })
    if ('problem' in file) fileErrors[name] = DOCUMENT_WORDS[file.problem]
    else receivedFiles[name] = file
  }
  if (Object.keys(fileErrors).length > 0) throw refuse('invalid', { fieldErrors: fileErrors })
  return { body: form.fields, files: receivedFiles }
}

/** Counts the files that one person sent within a window, and those that the present call has added. */
function fileCounter({ db, now }: Deps, key: string) {
  const windowSeconds = STORAGE.uploads.minutes * 60
  let countedHere = 0
  return {
    /** @throws Refusal too_many */
    async add() {
      const { count, windowEnds } = await countInWindow(db, key, windowSeconds, now())
      countedHere++
      if (count > STORAGE.uploads.count)
        throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
    },
    async takeBack() {
      for (; countedHere > 0; countedHere--) await uncount(db, key)
    },
    /** Counts a call that brought no file. */
    async addIfNone() {
      if (countedHere === 0) await countInWindow(db, key, windowSeconds, now())
    },
  }
}

/** Whether an upload failed before the portal could accept or refuse its files. */
const isBrokenOff = (error: unknown) =>
  !(error instanceof Refusal) || error.kind === 'unparseable' || error.kind === 'busy'

type IncomingForm = {
  request: FastifyRequest
  names: readonly string[]
  userId: number
  signal: AbortSignal
}

async function receiveForm(
  deps: Deps,
  { request, names, userId, signal }: IncomingForm,
  requireFreeSpace: () => Promise<void>,
): Promise<ReceivedForm> {
  const { files, now } = deps
  const counter = fileCounter(deps, `uploads ${userId}`)
  const startedMs = now().getTime()
  // `readForm` calls this before it saves each file.
  const admit = async () => {
    await requireFreeSpace()
    await counter.add()
  }
  let form: Form | undefined
  try {
    form = await readForm(request.raw, { names, folder: files.incoming, admit, signal })
    request.formFields = form.fields
    return await storeFiles(deps, form)
  } catch (error) {
    for (const file of form?.files.values() ?? []) await discard(file)
    // An upload that the network broke off, or that failed here, does not count. So neither a poor network
    // nor a full disk locks anyone out.
    if (isBrokenOff(error)) {
      // But an upload that held a slot for a long time before it broke off does count. If the whole form has
      // arrived, the portal itself failed, so the upload does not count.
      const hasArrived = form !== undefined
      const isUncounted = hasArrived || now().getTime() - startedMs <= UPLOADS.freeSeconds * 1_000
      if (isUncounted) await counter.takeBack()
      else await counter.addIfNone()
    }
    throw error
  }
}

/**
 * Returns a function that receives a form. It admits a limited number of forms at once, in fair shares (T18),
 * and a limited number of files per window (T17). Without free space it admits none (R6).
 */
export function formReceiver(deps: Deps, limits: Shares = UPLOADS) {
  const shares = uploadShares(limits)
  const requireFreeSpace = freeSpaceGuard(deps)
  return async (request: FastifyRequest, userId: number): Promise<ReceivedForm> => {
    if (request.body !== UNREAD_FORM) return { body: request.body, files: {} }
    const stopUpload = new AbortController()
    const upload: Arriving = {
      userId,
      network: networkOf(request.ip),
      bytes: () => bytesReceived(request.raw),
      end: () => stopUpload.abort(refuse('busy')),
    }
    if (!shares.take(upload)) throw refuse('busy')
    const names = request.routeOptions.config.files ?? []
    try {
      const form = { request, names, userId, signal: stopUpload.signal }
      return await receiveForm(deps, form, requireFreeSpace)
    } finally {
      shares.leave(upload)
    }
  }
}
