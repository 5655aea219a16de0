import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { intact } from './intact.ts'

type Bucket = NonNullable<Config['bucket']>
const ANSWER_WITHIN_MS = { PUT: 60_000, other: 10_000 }
/**
 * A call that opens a file holds a slot of all calls: only this many wait for a silent bucket, and the portal
 * keeps working (R16).
 */
export const READS_AT_ONCE = 16

/** A failed S3 response, or none: only its status is reported, because its text names buckets and keys. */
class BucketFault extends Error {
  readonly code: string
  constructor(status: number | 'away') {
    super(`the bucket: ${status}`)
    this.name = 'BucketFault'
    this.code = `S3_${status}`
  }
}

// By the service's clock, which dates both the file and this response. An undated file is not old.
const isOlder = (answer: Response, put: string | null | undefined, ms: number) =>
  Date.parse(put ?? '') <= Date.parse(answer.headers.get('date') ?? '') - ms

// The few elements of a listing that are read; our own names need no decoding.
const ELEMENTS = {
  Key: /<Key>([^<]*)<\/Key>/,
  LastModified: /<LastModified>([^<]*)<\/LastModified>/,
  NextContinuationToken: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/,
}
const textOf = (xml: string, element: keyof typeof ELEMENTS) => ELEMENTS[element].exec(xml)?.[1]

/**
 * Stores files in an S3-compatible bucket. Each is sent with its SHA-256, which the service checks before it
 * answers.
 */
export function bucketStore({
  bucket,
  prefix,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: Bucket): FileStore {
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
  const urlOf = (hash: string) => `${root}/${prefix}${hash}`
  let reads = 0
  const ask = async (url: string, init: RequestInit, missing = false): Promise<Response | undefined> => {
    // Only the response has a time limit: a person on a slow link may take minutes to read a file.
    const giveUp = new AbortController()
    const timer = setTimeout(
      () => giveUp.abort(),
      init.method === 'PUT' ? ANSWER_WITHIN_MS.PUT : ANSWER_WITHIN_MS.other,
    )
    const once = () => client.fetch(url, { ...init, signal: giveUp.signal })
    // Services close idle connections, also just as one is used again. A second attempt is harmless, because
    // a name is a hash.
    const call = once()
      .catch(once)
      .finally(() => clearTimeout(timer))
    const answer = await call.catch(() => Promise.reject(new BucketFault('away')))
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (missing && answer.status === 404) return undefined
    throw new BucketFault(answer.status)
  }

  return {
    async put(temp, hash) {
      await ask(urlOf(hash), {
        method: 'PUT',
        body: await openAsBlob(temp),
        headers: { 'x-amz-content-sha256': hash },
      })
      await rm(temp, { force: true })
    },
    async open(hash, size) {
      if (reads >= READS_AT_ONCE) throw new BucketFault('away')
      reads++
      const answer = await ask(urlOf(hash), { method: 'GET' }, true).finally(() => reads--)
      return answer?.body
        ? intact(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), hash, size)
        : undefined
    },
    has: async (hash) => (await ask(urlOf(hash), { method: 'HEAD' }, true)) !== undefined,
    async remove(hash, olderThanMs = 0) {
      if (olderThanMs > 0) {
        const head = await ask(urlOf(hash), { method: 'HEAD' }, true)
        if (!head || !isOlder(head, head.headers.get('last-modified'), olderThanMs)) return
      }
      const answer = await ask(urlOf(hash), { method: 'DELETE' }, true)
      await answer?.body?.cancel()
    },
    async *olderThan(ms, shelf) {
      for (let token: string | undefined; ; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + shelf,
          ...(token ? { 'continuation-token': token } : {}),
        })
        const answer = await ask(`${root}/?${query.toString()}`, { method: 'GET' })
        if (!answer) return
        const xml = await answer.text()
        for (const content of xml.split('<Contents>').slice(1)) {
          const name = textOf(content, 'Key')?.slice(prefix.length) ?? ''
          if (/^[\da-f]{64}$/.test(name) && isOlder(answer, textOf(content, 'LastModified'), ms)) yield name
        }
        token = textOf(xml, 'NextContinuationToken')
        if (!token) return
      }
    },
  }
}
