import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { hasPrometheus } from '../support/prometheus.ts'

const folder = join(import.meta.dirname, '../../deploy/prometheus')
const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })

// Prometheus' own checker tests the alert rules in `deploy/`, and runs the tests that come with them.
describe('R17 promtool', { skip: !hasPrometheus() }, () => {
  for (const args of [
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'portal-rules.yml'],
    ['test', 'rules', 'portal-rules-test.yml'],
  ])
    test(args.join(' '), () => {
      const { status, stdout, stderr } = promtool(...args)
      assert.equal(status, 0, stdout + stderr)
    })
})
