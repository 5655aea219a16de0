import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { verified } from './intact.ts'

// The store for files in an S3-compatible bucket. This store needs only a few calls, which aws4fetch signs,
// and so not the large library @aws-sdk/client-s3. `folder.ts` is the store on a disk.

export type Bucket = NonNullable<Config['bucket']>
const RESPONSE_TIMEOUT_MS = { PUT: 60_000, other: 10_000 }
/**
 * How many calls may wait for a bucket to open a file. Each holds one of the portal's slots, so a silent
 * bucket must not hold all of them (R16).
 */
export const MAX_OPENING = 16

/** An option for calls to the bucket: a missing file gives undefined instead of an error. */
const MAY_BE_MISSING = true

/** The bucket gives no response, or too many calls already wait for one. */
const NO_RESPONSE = 'away'

/** A failed response of the bucket, or none. Only its status is reported: its text names buckets and keys. */
class BucketError extends Error {
  readonly code: string
  constructor(status: number | typeof NO_RESPONSE) {
    super(`the bucket: ${status}`)
    this.name = 'BucketError'
    this.code = `S3_${status}`
  }
}

// Whether a file is old enough. Both dates are of the bucket's own clock: the file's and that of this
// response. A file without a date counts as new: an invalid date is NaN, which is never smaller.
const isOlder = (answer: Response, storedOn: string | null | undefined, ageMs: number) =>
  Date.parse(storedOn ?? '') <= Date.parse(answer.headers.get('date') ?? '') - ageMs

// The elements that are read from a listing of the bucket. Our file names need no decoding.
const ELEMENTS = {
  Key: /<Key>([^<]*)<\/Key>/,
  Size: /<Size>(\d+)<\/Size>/,
  LastModified: /<LastModified>([^<]*)<\/LastModified>/,
  NextContinuationToken: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/,
}
const textOf = (xml: string, element: keyof typeof ELEMENTS) => ELEMENTS[element].exec(xml)?.[1]

/** How to call a bucket: the URL of a file, and a function for calls. */
export function bucketClient({
  bucket,
  prefix,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: Bucket) {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    service: 's3',
    region,
    retries: 3,
  })
  const root = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
  const call = async (
    url: string,
    init: RequestInit,
    mayBeMissing = false,
  ): Promise<Response | undefined> => {
    // Only the time to the response is limited: on a slow connection, reading a file may take minutes.
    const giveUp = new AbortController()
    const timeoutMs = init.method === 'PUT' ? RESPONSE_TIMEOUT_MS.PUT : RESPONSE_TIMEOUT_MS.other
    const timer = setTimeout(() => giveUp.abort(), timeoutMs)
    const attempt = () => client.fetch(url, { ...init, signal: giveUp.signal })
    // The bucket may close an idle connection just when it is used again, so try a second time. That is
    // harmless: it stores the same bytes under the same name. `retries` above is only for responses of a busy
    // bucket.
    const answer = await attempt()
      .catch(attempt)
      .finally(() => clearTimeout(timer))
      .catch(() => Promise.reject(new BucketError(NO_RESPONSE)))
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (mayBeMissing && answer.status === 404) return undefined
    throw new BucketError(answer.status)
  }
  return { call, root, urlOf: (hash: string) => `${root}/${prefix}${hash}` }
}
type BucketClient = ReturnType<typeof bucketClient>

/**
 * All objects in the bucket whose name starts with `prefix`. A token leads to each further page. `answer` is
 * the response that lists the object: its date is the time of the bucket's clock.
 */
export async function* listObjects({ call, root }: BucketClient, prefix: string) {
  for (let token: string | undefined; ; ) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(token ? { 'continuation-token': token } : {}),
    })
    const answer = await call(`${root}/?${query.toString()}`, { method: 'GET' })
    // This is only for the type: without MAY_BE_MISSING, a missing bucket is an error.
    if (!answer) return
    const xml = await answer.text()
    for (const content of xml.split('<Contents>').slice(1)) {
      const name = textOf(content, 'Key') ?? ''
      const changedOn = textOf(content, 'LastModified') ?? ''
      yield { answer, found: { name, changedOn, bytes: Number(textOf(content, 'Size') ?? Number.NaN) } }
    }
    token = textOf(xml, 'NextContinuationToken')
    if (!token) return
  }
}

/** The hashes of the files on one shelf that are old enough. */
async function* listOlderThan(
  client: BucketClient,
  prefix: string,
  ageMs: number,
  shelf: string,
): AsyncGenerator<string> {
  for await (const { answer, found } of listObjects(client, prefix + shelf)) {
    const name = found.name.slice(prefix.length)
    if (/^[\da-f]{64}$/.test(name) && isOlder(answer, found.changedOn, ageMs)) yield name
  }
}

/**
 * Stores files in an S3-compatible bucket. Each file is sent with its SHA-256, which the bucket checks before
 * it answers.
 */
export function bucketStore(bucket: Bucket): FileStore {
  const client = bucketClient(bucket)
  const { call, urlOf } = client
  let openingCalls = 0
  return {
    async put(temp, hash) {
      await call(urlOf(hash), {
        method: 'PUT',
        body: await openAsBlob(temp),
        headers: { 'x-amz-content-sha256': hash },
      })
      await rm(temp, { force: true })
    },
    async open(hash, size) {
      if (openingCalls >= MAX_OPENING) throw new BucketError(NO_RESPONSE)
      openingCalls++
      const answer = await call(urlOf(hash), { method: 'GET' }, MAY_BE_MISSING).finally(() => openingCalls--)
      return answer?.body
        ? verified(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), hash, size)
        : undefined
    },
    has: async (hash) => (await call(urlOf(hash), { method: 'HEAD' }, MAY_BE_MISSING)) !== undefined,
    async remove(hash, olderThanMs = 0) {
      if (olderThanMs > 0) {
        const head = await call(urlOf(hash), { method: 'HEAD' }, MAY_BE_MISSING)
        if (!head || !isOlder(head, head.headers.get('last-modified'), olderThanMs)) return
      }
      // The check and the deletion are two calls. A file that is stored again in between is deleted too.
      const answer = await call(urlOf(hash), { method: 'DELETE' }, MAY_BE_MISSING)
      await answer?.body?.cancel()
    },
    olderThan: (ageMs, shelf) => listOlderThan(client, bucket.prefix, ageMs, shelf),
  }
}

/** Small files in a bucket that have names of their own instead of their hash. */
export function bucketObjects(bucket: Bucket) {
  const { call, root, urlOf } = bucketClient(bucket)
  let openingCalls = 0
  const read = async (name: string) => {
    const answer = await call(urlOf(name), { method: 'GET' }, MAY_BE_MISSING)
    return answer && Buffer.from(await answer.arrayBuffer())
  }
  return {
    async get(name: string): Promise<Buffer | undefined> {
      if (openingCalls >= MAX_OPENING) throw new BucketError(NO_RESPONSE)
      openingCalls++
      // `call` limits only the time to the response. For these small files, the whole has the same limit.
      const endTimer = new AbortController()
      const timer = wait(RESPONSE_TIMEOUT_MS.other, undefined, { signal: endTimer.signal, ref: false })
      const tooLate = timer.then(() => Promise.reject(new BucketError(NO_RESPONSE)))
      // If the file comes in time, the timer is aborted. An error that nothing handles would end the process.
      tooLate.catch(() => {})
      try {
        return await Promise.race([read(name), tooLate])
      } finally {
        endTimer.abort()
        openingCalls--
      }
    },
    async put(name: string, bytes: Buffer): Promise<void> {
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') }
      await call(urlOf(name), { method: 'PUT', body: new Uint8Array(bytes), headers })
    },
    async remove(name: string): Promise<void> {
      const answer = await call(urlOf(name), { method: 'DELETE' }, MAY_BE_MISSING)
      await answer?.body?.cancel()
    },
    /** The names of the objects that start with `start`, at most a thousand. */
    async names(start: string): Promise<string[]> {
      const query = new URLSearchParams({ 'list-type': '2', prefix: bucket.prefix + start })
      const answer = await call(`${root}/?${query.toString()}`, { method: 'GET' })
      const xml = (await answer?.text()) ?? ''
      return xml
        .split('<Contents>')
        .slice(1)
        .flatMap((content) => textOf(content, 'Key') ?? [])
        .map((key) => key.slice(bucket.prefix.length))
    },
  }
}
