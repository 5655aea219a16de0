import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loggedIn } from './accounts.ts'
import { postJobs } from './jobs.ts'
import type { Portal } from './portal.ts'
import type { Answer } from './visitor.ts'

export type Part = { name?: string; file?: string; type?: string; data?: string | Buffer; heads?: string[] }

/** A multipart body as a browser writes it. */
export function form(
  parts: Part[],
  { boundary = `----portal${randomBytes(8).toString('hex')}`, end = true } = {},
) {
  const bytes: Buffer[] = []
  for (const { name, file, type, data = '', heads = [] } of parts) {
    const disposition = `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${file === undefined ? '' : `; filename="${file}"`}`
    const lines = [...heads, disposition, ...(type === undefined ? [] : [`Content-Type: ${type}`])]
    bytes.push(
      Buffer.from(`--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`),
      Buffer.from(data),
      Buffer.from('\r\n'),
    )
  }
  if (end) bytes.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(bytes), type: `multipart/form-data; boundary=${boundary}` }
}

/**
 * Sends raw bytes. Reads the response even if it arrives before all bytes are sent. Status 0: the connection
 * closed without a response.
 */
export function send(
  url: string,
  {
    method = 'PUT',
    token,
    headers = {},
    body,
  }: {
    method?: string
    token?: string | undefined
    headers?: Record<string, string | number>
    body: Buffer | AsyncIterable<Buffer>
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers: { ...(token ? { authorization: `Token ${token}` } : {}), ...headers } },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8')
          const json =
            response.headers['content-type']?.includes('json') && text ? JSON.parse(text) : undefined
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
            text,
            json,
          })
        })
      },
    )
    outgoing.on('error', () => resolve({ status: 0, headers: new Headers(), text: '', json: undefined }))
    if (Buffer.isBuffer(body)) return void outgoing.end(body)
    void (async () => {
      const closed = new Promise((ready) => outgoing.once('close', ready))
      for await (const piece of body) {
        if (outgoing.destroyed) return
        if (!outgoing.write(piece))
          await Promise.race([new Promise((ready) => outgoing.once('drain', ready)), closed])
      }
      outgoing.end()
    })().catch(reject)
  })
}

/** A person with a draft of an application, and API calls on its documents. */
export async function applicantWith(portal: Portal, over: Record<string, unknown> = {}) {
  const { visitor, id: userId, token } = await loggedIn(portal)
  const [job = 0] = await postJobs(portal, over)
  const id = (await visitor.post('/api/job-applications/', { job })).json.id as number
  const path = (kind = 'cv', application = id) => `/api/job-applications/${application}/documents/${kind}/`
  const put = (
    parts: Part[],
    { kind = 'cv', headers = {} }: { kind?: string; headers?: Record<string, string> } = {},
  ) => {
    const { body, type } = form(parts)
    return send(portal.url + path(kind), {
      token,
      headers: { 'content-type': type, 'content-length': body.length, ...headers },
      body,
    })
  }
  return {
    visitor,
    userId,
    token,
    job,
    id,
    path,
    put,
    /** Sends one file. */
    upload: (data: Buffer | string, name = 'cv.pdf', kind = 'cv') =>
      put([{ name: 'file', file: name, type: 'application/octet-stream', data }], { kind }),
    remove: (kind = 'cv') => visitor.request('DELETE', path(kind)),
    documents: async () => (await visitor.get(`/api/job-applications/${id}/`)).json.documents,
  }
}
export type WithApplication = Awaited<ReturnType<typeof applicantWith>>

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
/** The names of the stored files, and of the uploads in progress. */
export const storedFiles = ({ deps }: Pick<Portal, 'deps'>) =>
  below(join(deps.config.dataDir, 'files')).filter((name) => /^[\da-f]{64}$/.test(name))
export const arrivingFiles = ({ deps }: Pick<Portal, 'deps'>) => below(deps.files.incoming)
export const arrivingSizes = ({ deps }: Pick<Portal, 'deps'>) =>
  arrivingFiles({ deps }).map(
    (name) => statSync(join(deps.files.incoming, name), { throwIfNoEntry: false })?.size ?? 0,
  )
