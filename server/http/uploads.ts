import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DOCUMENT, DOCUMENT_WORDS, UPLOADS } from '#contract/documents/documents.ts'
import type { Deps } from '../deps.ts'
import { discard } from '../files/incoming.ts'
import { InspectorBusy } from '../files/inspector.ts'
import { type ReceivedFile, receiveFile } from '../files/receive-file.ts'
import { hasFreeSpace } from '../files/free-space.ts'
import { bytesHere, type Form, readForm } from './multipart.ts'
import { Refusal, refuse } from './refuse.ts'
import { uncount, secondsUntil, countInWindow } from './counters.ts'
import { type Arriving, type Shares, uploadShares } from './upload-shares.ts'
import { networkOf } from './visitor.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names of the parts of a call that may be files. */
    files?: readonly string[]
  }
}

const FORM = Symbol('a body that is read by receiveForm')

/** True for a call whose body is a form with files. */
export const isUpload = (request: FastifyRequest) =>
  request.routeOptions.config.files !== undefined &&
  /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')

/**
 * Leaves the body of a form to `formReceiver`, on the routes that take files; elsewhere it is the wrong type.
 */
export const takeForms = (app: FastifyInstance) =>
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, _body: IncomingMessage, done) =>
    request.routeOptions.config.files ? done(null, FORM) : done(refuse('wrong_type')),
  )

/** What came with a call: its fields, and its files, inspected and stored. */
export type Came = { body: unknown; files: Record<string, ReceivedFile> }

/**
 * Receives forms: a limited number at once, in fair shares (T18); a limited number of files per window (T17);
 * none without free space (R6).
 */
export function formReceiver(deps: Deps, limits: Shares = UPLOADS) {
  const { db, files, now, log } = deps
  const shares = uploadShares(limits)
  let full = false

  const requireRoom = async () => {
    if ((await hasFreeSpace(files.incoming)) === full) {
      full = !full
      log(full ? 'error' : 'info', full ? 'files.no_room' : 'files.room_again')
    }
    if (full) throw refuse('no_room', { retryAfter: 60 })
  }

  const keepAll = async (form: Form): Promise<Came> => {
    const received: Record<string, ReceivedFile> = {}
    const fileErrors: Record<string, string> = {}
    for (const [name, { label, ...incoming }] of form.files) {
      const file = await receiveFile(deps, incoming, label).catch((error: unknown) => {
        throw error instanceof InspectorBusy ? refuse('busy') : error
      })
      if ('fault' in file) fileErrors[name] = DOCUMENT_WORDS[file.fault]
      else received[name] = file
    }
    if (Object.keys(fileErrors).length > 0) throw refuse('invalid', { faults: fileErrors })
    return { body: form.fields, files: received }
  }

  const receive = async (
    raw: IncomingMessage,
    names: readonly string[],
    key: string,
    signal: AbortSignal,
  ): Promise<Came> => {
    let [counted, here] = [0, false]
    const began = now().getTime()
    const count = () => countInWindow(db, key, DOCUMENT.uploads.minutes * 60, now())
    const admit = async () => {
      await requireRoom()
      const { count: sent, windowEnds } = await count()
      counted++
      if (sent > DOCUMENT.uploads.count)
        throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
    }
    const form: Form = { fields: {}, files: new Map() }
    try {
      Object.assign(form, await readForm(raw, { names, folder: files.incoming, admit, signal }))
      here = true
      return await keepAll(form)
    } catch (error) {
      for (const file of form.files.values()) await discard(file)
      // An upload that broke off, or failed here, does not count: neither a poor network nor a full disk
      // locks anyone out.
      const broken = !(error instanceof Refusal) || error.kind === 'unparseable' || error.kind === 'busy'
      // A caller who held a slot for a long time and then broke off has used it all the same.
      const free = here || now().getTime() - began <= UPLOADS.freeSeconds * 1_000
      if (broken && free) for (; counted > 0; counted--) await uncount(db, key)
      if (broken && !free && counted === 0) await count()
      throw error
    }
  }

  return async (request: FastifyRequest, userId: number): Promise<Came> => {
    if (request.body !== FORM) return { body: request.body, files: {} }
    const giveUp = new AbortController()
    const upload: Arriving = {
      userId,
      network: networkOf(request.ip),
      bytes: () => bytesHere(request.raw),
      end: () => giveUp.abort(refuse('busy')),
    }
    if (!shares.take(upload)) throw refuse('busy')
    try {
      return await receive(
        request.raw,
        request.routeOptions.config.files ?? [],
        `uploads ${userId}`,
        giveUp.signal,
      )
    } finally {
      shares.leave(upload)
    }
  }
}
