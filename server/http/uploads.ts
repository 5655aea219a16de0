import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DOCUMENT, DOCUMENT_WORDS, UPLOADS } from '#contract/documents.ts'
import type { Deps } from '../deps.ts'
import { discard } from '../files/incoming.ts'
import { InspectorBusy } from '../files/inspector.ts'
import { type ReceivedFile, receiveFile } from '../files/receive-file.ts'
import { hasRoom } from '../files/room.ts'
import { type Form, readForm } from './multipart.ts'
import { Refusal, refuse } from './refuse.ts'
import { giveBackTally, secondsUntil, tally } from './tally.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The parts of a call that may be files. */
    files?: readonly string[]
  }
}

const FORM = Symbol('a body that is read by receiveForm')

/** True for a call that brings its body as a form with files. */
export const isUpload = (request: FastifyRequest) =>
  request.routeOptions.config.files !== undefined && /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')

/** Leaves the body of a form to `receiveForm`, on the routes that take files; elsewhere it is the wrong type. */
export const takeForms = (app: FastifyInstance) =>
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, _body: IncomingMessage, done) =>
    request.routeOptions.config.files ? done(null, FORM) : done(refuse('wrong_type')),
  )

/** What came with a call: its fields, and its files judged and kept. */
export type Came = { body: unknown; files: Record<string, ReceivedFile> }

/** Receives forms: so many at once a person (T18), so many files in a while (T17), and none that the disk has no room for (R6). */
export function formReceiver(deps: Deps) {
  const { db, files, now, log } = deps
  const underWay = new Map<number, number>()
  let full = false

  const requireRoom = async () => {
    if ((await hasRoom(files.incoming)) === full) {
      full = !full
      log(full ? 'error' : 'info', full ? 'files.no_room' : 'files.room_again')
    }
    if (full) throw refuse('no_room', { retryAfter: 60 })
  }

  const keepAll = async (form: Form): Promise<Came> => {
    const received: Record<string, ReceivedFile> = {}
    const faults: Record<string, string> = {}
    for (const [name, { label, ...incoming }] of form.files) {
      const file = await receiveFile(deps, incoming, label).catch((error: unknown) => {
        throw error instanceof InspectorBusy ? refuse('busy') : error
      })
      if ('fault' in file) faults[name] = DOCUMENT_WORDS[file.fault]
      else received[name] = file
    }
    if (Object.keys(faults).length > 0) throw refuse('invalid', { faults })
    return { body: form.fields, files: received }
  }

  const receive = async (raw: IncomingMessage, names: readonly string[], key: string): Promise<Came> => {
    let counted = 0
    const admit = async () => {
      await requireRoom()
      const { count, windowEnds } = await tally(db, key, DOCUMENT.uploads.minutes * 60, now())
      counted++
      if (count > DOCUMENT.uploads.count) throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
    }
    const form: Form = { fields: {}, files: new Map() }
    try {
      Object.assign(form, await readForm(raw, { names, folder: files.incoming, admit }))
      return await keepAll(form)
    } catch (error) {
      for (const file of form.files.values()) await discard(file)
      // What broke off on the way, or failed here, was no upload: neither a poor network nor a full disk locks anybody out.
      if (!(error instanceof Refusal) || error.kind === 'unparseable' || error.kind === 'busy') for (; counted > 0; counted--) await giveBackTally(db, key)
      throw error
    }
  }

  return async (request: FastifyRequest, userId: number): Promise<Came> => {
    if (request.body !== FORM) return { body: request.body, files: {} }
    const mine = underWay.get(userId) ?? 0
    if (mine >= UPLOADS.perPerson) throw refuse('busy')
    underWay.set(userId, mine + 1)
    try {
      return await receive(request.raw, request.routeOptions.config.files ?? [], `uploads ${userId}`)
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1
      if (left > 0) underWay.set(userId, left)
      else underWay.delete(userId)
    }
  }
}
