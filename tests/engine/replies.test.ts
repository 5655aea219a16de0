import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobFilters } from '#contract/jobs/endpoints.ts'
import { MAX_BYTES, replyCache } from '../../server/http/replies.ts'

/** Finished answers of this many bytes. `made` lists the keys for which an answer had to be made. */
const asking = (bytes: number) => {
  const made: string[] = []
  const cached = replyCache(() => 0)
  const ask = (key: string) =>
    cached(key, async () => {
      made.push(key)
      return { bytes: Buffer.alloc(bytes), etag: key }
    })
  return { made, ask }
}

test('R9 all cached answers together take limited memory, however many are asked for: the oldest are dropped', async () => {
  const { made, ask } = asking(MAX_BYTES / 4)
  for (const key of ['a', 'b', 'c', 'd', 'd', 'c', 'b', 'a']) await ask(key)
  assert.deepEqual(made, ['a', 'b', 'c', 'd'])
  await ask('e')
  for (const key of ['c', 'd', 'e', 'b']) await ask(key)
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'e'])
  await ask('a')
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'e', 'a'])
})

test('R9 an answer larger than the whole cache is given, and not cached', async () => {
  const { made, ask } = asking(MAX_BYTES + 1)
  assert.equal((await ask('a')).etag, 'a')
  await ask('a')
  assert.deepEqual(made, ['a', 'a'])
})

test('R9 many equal calls at the same time make one answer', async () => {
  const { made, ask } = asking(10)
  await Promise.all(['a', 'a', 'a'].map(ask))
  assert.deepEqual(made, ['a'])
})

test('R7 filters of the list that mean the same are equal, so invented values make no new answers', () => {
  const nothing = jobFilters.parse({})
  for (const query of [
    { include_expired: 'zz' },
    { include_expired: '2' },
    { search: '   ' },
    { location: '\t' },
    { category: ' ' },
    { job_type: ' ' },
    { sort: 'zz' },
  ])
    assert.deepEqual(jobFilters.parse(query), nothing, JSON.stringify(query))
  assert.deepEqual(
    jobFilters.parse({ search: '  clerk ', include_expired: '1' }),
    jobFilters.parse({ search: 'clerk', include_expired: '1' }),
  )
})
