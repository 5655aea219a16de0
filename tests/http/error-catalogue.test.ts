import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FALLBACK_JOB_TYPES } from '#contract/jobs/words.ts'
import { builtPages } from '../../server/app.ts'

const organisation = { acronym: 'IEBC' }
/** The calls that this fake server answers. Every other call fails. */
const answers: Record<string, unknown> = {
  'GET /api/jobs/list/': { results: [], count: 0, page: 1, pages: 1 },
  'GET /api/site/': { organisation, server_time: '2026-11-24T11:02:00Z' },
}

test('S1 §8 Job types fetch fails: the list falls back silently to Internal and External', async () => {
  const { routes } = await builtPages.load('en')
  const loader = routes['jobs/jobs-page']?.module.loader
  const call = async (key: string) => answers[key] ?? Promise.reject(new Error(`${key} is away`))
  const found = await loader?.({
    request: new Request('http://localhost/jobs'),
    params: {},
    context: { get: () => call },
  } as never)
  assert.deepEqual(
    (found as { types: string[] }).types,
    FALLBACK_JOB_TYPES.map(({ name }) => name),
  )
})

test('S1 §8 Email configuration: no script asks for it, and none knows a mail relay (A1)', () => {
  const scripts = globSync('build/client/**/*.js', { cwd: join(import.meta.dirname, '../..') })
  assert.ok(scripts.length > 0)
  for (const path of scripts) {
    assert.doesNotMatch(
      readFileSync(join(import.meta.dirname, '../..', path), 'utf8'),
      /email-config|smtp|use_tls|verification_subject/i,
      path,
    )
  }
})
