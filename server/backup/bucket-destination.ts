import { createHash } from 'node:crypto'
import { type Bucket, bucketClient, listObjects } from '../files/bucket.ts'
import type { Destination } from './destination.ts'

/** An option for calls to the bucket: a missing object gives undefined instead of an error. */
const MAY_BE_MISSING = true

/** Stores backups in an S3-compatible bucket. The bucket checks the SHA-256 of each object. */
export function bucketDestination(bucket: Bucket): Destination {
  const client = bucketClient(bucket)
  const { call, urlOf } = client
  return {
    async put(name, bytes) {
      const answer = await call(urlOf(name), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
      })
      await answer?.body?.cancel()
    },
    async get(name) {
      const answer = await call(urlOf(name), { method: 'GET' }, MAY_BE_MISSING)
      return answer && Buffer.from(await answer.arrayBuffer())
    },
    async *list(folder) {
      for await (const { found } of listObjects(client, `${bucket.prefix}${folder}/`))
        yield {
          name: found.name.slice(bucket.prefix.length),
          bytes: found.bytes,
          changedMs: Date.parse(found.changedOn),
        }
    },
    async remove(name) {
      const answer = await call(urlOf(name), { method: 'DELETE' }, MAY_BE_MISSING)
      await answer?.body?.cancel()
    },
  }
}
