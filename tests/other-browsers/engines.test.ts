import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtPages } from '../../server/app.ts'
import { openPortal } from '../support/portal.ts'
import { openFirefox } from './firefox.ts'
import { walk } from './journey.ts'
import { missingPackages, noEngines } from './packages.ts'
import { openWebKit } from './webkit.ts'

/** The reason why the test journey cannot run on this machine, or false. */
const skip = noEngines() ?? false
if (skip) console.log(`THE JOURNEY IN OTHER ENGINES IS SKIPPED: it ${skip}.`)

describe('an applicant goes from the first visit to the receipt on a phone, then an officer views the document by mouse; the console stays empty', () => {
  for (const [name, open] of [
    ['WebKit', openWebKit],
    ['Firefox', openFirefox],
  ] as const) {
    test(name, { skip }, async () => {
      assert.deepEqual(missingPackages(), [], 'apt-get is here, and has not brought these')
      const portal = await openPortal({ app: { pages: builtPages } })
      try {
        await walk(open, portal)
      } finally {
        await portal.close()
      }
    })
  }
})
