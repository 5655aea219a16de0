import { hash } from 'node:crypto'
import { Busboy } from '@fastify/busboy'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import {
  contentWithDigest,
  filesOfBody,
  type SubmitBody,
  type SubmitContent,
} from '#contract/tickets/tickets.ts'

/** The content of a submit, and its digest, which a ticket for the submit contains. */
type DigestedSubmit = { content: SubmitContent; digest: Buffer }

/** Content that is not in the body: the hashes of uploaded files, and the application in the URL. */
type OutsideBody = { files?: Record<string, string> | undefined; application?: number | undefined }

/**
 * Computes the digest of a submit from its body. Undefined when the body has none, for example when it names
 * no job.
 */
export async function digestSubmit(
  body: unknown,
  { files = {}, application }: OutsideBody = {},
): Promise<DigestedSubmit | undefined> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const sentHashes = Object.fromEntries(
    Object.entries(files).filter(([kind]) => DOCUMENT_KINDS.some((known) => known === kind)),
  )
  const fields: SubmitBody = { ...body }
  const submitBody: SubmitBody = { ...fields, files: { ...filesOfBody(fields), ...sentHashes } }
  try {
    const { digest, ...content } = await contentWithDigest(
      submitBody,
      async (text) => hash('sha256', text),
      application,
    )
    return { content, digest: Buffer.from(digest, 'hex') }
  } catch (error) {
    // Invalid text, a missing job or too deep nesting gives no digest. The submit's check reports it.
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Reads a multipart form. The digest uses the hashes of its files. Undefined when the form cannot be read.
 */
const readForm = (
  bytes: Buffer,
  contentType: string,
  application: number | undefined,
): Promise<DigestedSubmit | undefined> =>
  new Promise((resolve) => {
    const body: SubmitBody = {}
    const files: Record<string, string> = {}
    const readings: Promise<void>[] = []
    const parser = new Busboy({ headers: { 'content-type': contentType } })
    parser
      .on('field', (name: string, value: string) => void (body[name] = value))
      .on('file', (name: string, stream: AsyncIterable<Buffer>, fileName: string | undefined) => {
        const readFile = async () => {
          const pieces: Buffer[] = []
          for await (const piece of stream) pieces.push(piece)
          const file = Buffer.concat(pieces)
          // A form sends an empty part for a file field in which the person chose no file.
          if (fileName || file.length > 0) files[name] = hash('sha256', file)
        }
        // When a file breaks off, the parser fails too: `error` below then resolves the promise.
        readings.push(readFile().catch(() => {}))
      })
      .on('error', () => resolve(undefined))
      .on(
        'finish',
        () => void Promise.all(readings).then(() => resolve(digestSubmit(body, { files, application }))),
      )
    parser.end(bytes)
  })

/** Computes the digest of a body that was not parsed. Undefined when it has none. */
export async function digestBytes(
  bytes: Buffer,
  contentType: string,
  application?: number,
): Promise<DigestedSubmit | undefined> {
  try {
    return /^multipart\/form-data/i.test(contentType)
      ? await readForm(bytes, contentType, application)
      : await digestSubmit(JSON.parse(bytes.toString()), { application })
  } catch {
    return undefined
  }
}
