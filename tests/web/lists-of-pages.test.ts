import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { CACHED_PAGES_PATTERN, PAGES } from '#contract/site/pages.ts'
import { isGuarded, paths } from '../../web/paths.ts'
import { staffPaths } from '../../web/staff-paths.ts'
import {
  addressesWithout,
  isPathOf,
  knownPages as known,
  type RoutePage,
} from '../support/pages-of-routes.ts'

// The routes and the other lists of pages must agree: the addresses, the pages that require a login, and the
// pages that the device caches.

const web = (file: string) => readFileSync(join(import.meta.dirname, '../../web', file), 'utf8')

/** An example of an address at which a person could open the page. */
const sample = ({ address }: RoutePage) =>
  address.replace(/:(\w+)\??/g, (_, name) => (name === 'id' ? '7' : 'some-word'))
test('the routes are read', () => {
  assert.ok(known.length > 45)
  for (const address of ['/', '/jobs/:id', '/dashboard', '/dashboard/jobs', '/staff/support/people/:handle'])
    assert.ok(
      known.some((page) => page.address === address),
      address,
    )
})

test('contract/site/pages.ts has every page of visitors and applicants, and the one that the server draws', () => {
  const isStaffs = (address: string) => /^\/staff\b/.test(address)
  assert.deepEqual(
    Object.keys(PAGES).toSorted(),
    [...known.map(({ address }) => address).filter((address) => !isStaffs(address)), '/line'].toSorted(),
  )
})

describe('web/paths.ts and web/staff-paths.ts', () => {
  // Every address in the two files of paths, with 7 for an id.
  const written = [...Object.values(paths), ...Object.values(staffPaths)].map((path) =>
    typeof path === 'string' ? path : (path as (part: number) => string)(7),
  )
  test('each address is one of a page', () => {
    assert.deepEqual(
      written.filter((path) => !known.some((page) => isPathOf(page, path))),
      [],
    )
  })
  test('each page has its address there, except those that only an email or a text links to', () => {
    assert.deepEqual(addressesWithout(written, known), [
      '/verify-email/:token?',
      '/not-me/:token',
      '/confirm-email/:token',
      '/undo-email/:token',
      '/newsletter/confirm/:token',
      '/newsletter/stop/:token',
      '/staff/join/:token',
    ])
  })
})

test('A20 a person returns after login to each page that requires a login, and to no other', () => {
  // The pages inside the component <LoggedIn> require a login.
  const isForMembers = ({ files }: RoutePage) => files.some((file) => web(file).includes('<LoggedIn>'))
  assert.ok(known.some(isForMembers))
  assert.deepEqual(
    known.filter((page) => isGuarded(sample(page)) !== isForMembers(page)).map(({ address }) => address),
    [],
  )
})

test('the device caches every page except those listed here', () => {
  // The service worker caches pages whose path matches its regular expression PAGE. The build fills it in.
  const expression = /const PAGE =\s*\/(.+)\/\n/.exec(web('service-worker.ts'))?.[1] ?? ''
  assert.ok(expression.includes('%PAGES%'))
  const cachedPaths = expression.replace('%PAGES%', () => CACHED_PAGES_PATTERN)
  const isCached = (page: RoutePage) => new RegExp(cachedPaths).test(sample(page))
  assert.deepEqual(
    known
      .filter((page) => !isCached(page))
      .map(({ address }) => address.replace(/^\/(staff|dashboard)\b.*/, '/$1')),
    [
      '/forgot-password',
      '/security-setup',
      '/verify-email/:token?',
      '/not-me/:token',
      '/confirm-email/:token',
      '/undo-email/:token',
      ...Array<string>(known.filter(({ address }) => address.startsWith('/dashboard')).length).fill(
        '/dashboard',
      ),
      '/newsletter/confirm/:token',
      '/newsletter/stop/:token',
      '/api-docs',
      '/transparency',
      '/selections',
      '/selections/sample',
      '/selections/:job',
      '/selections/:job/results/:run/:unit',
      '/verify',
      '/status',
      '/resources/:slug',
      ...Array<string>(known.filter(({ address }) => address.startsWith('/staff')).length).fill('/staff'),
    ],
  )
})
