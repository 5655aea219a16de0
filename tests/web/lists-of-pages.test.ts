import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { isGuarded, paths } from '../../web/paths.ts'
import routes from '../../web/routes.ts'
import { staffPaths } from '../../web/staff-paths.ts'

// The routes and the other lists of pages must agree: the addresses, the pages that require a login, and the
// pages that the device caches.

const web = (file: string) => readFileSync(join(import.meta.dirname, '../../web', file), 'utf8')

/** A page: its address, its own file, and the files of the layouts around it. */
type Page = { address: string; files: string[] }

const pagesOf = (entries: RouteConfigEntry[], parent: Page = { address: '', files: [] }): Page[] =>
  entries.flatMap(({ path, file, children }) => {
    const page = {
      address: path ? `${parent.address}/${path}` : parent.address,
      files: [...parent.files, file],
    }
    const inside = children ? pagesOf(children, page) : []
    // A layout is not a page itself if it has no path or has an index page.
    const isFrame = children && (!path || children.some(({ index }) => index))
    return isFrame ? inside : [page, ...inside]
  })

const pages = pagesOf(routes).map((page) => ({ ...page, address: page.address || '/' }))
/** An example of an address at which a person could open the page. */
const sample = ({ address }: Page) =>
  address.replace(/:(\w+)\??/g, (_, name) => (name === 'id' ? '7' : 'some-word'))
/** Whether a path leads to this page. */
const isPathOf = (page: Page, path: string) =>
  new RegExp(`^${page.address.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`).test(
    path.replace(/\?.*$/, ''),
  )
/** All pages except those that catch unknown addresses. */
const known = pages.filter(({ address }) => !address.endsWith('*'))

test('the routes are read', () => {
  assert.ok(known.length > 45)
  for (const address of ['/', '/jobs/:id', '/dashboard', '/dashboard/jobs', '/staff/support/people/:handle'])
    assert.ok(
      known.some((page) => page.address === address),
      address,
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
    assert.deepEqual(
      known.filter((page) => !written.some((path) => isPathOf(page, path))).map(({ address }) => address),
      [
        '/verify-email/:token?',
        '/not-me/:token',
        '/confirm-email/:token',
        '/undo-email/:token',
        '/newsletter/confirm/:token',
        '/newsletter/stop/:token',
        '/staff/join/:token',
        '/staff/jobs/:id/shares',
      ],
    )
  })
})

test('A20 a person returns after login to each page that requires a login, and to no other', () => {
  // The pages inside the component <SignedIn> require a login.
  const isForMembers = ({ files }: Page) => files.some((file) => web(file).includes('<SignedIn>'))
  assert.ok(known.some(isForMembers))
  assert.deepEqual(
    known.filter((page) => isGuarded(sample(page)) !== isForMembers(page)).map(({ address }) => address),
    [],
  )
})

test('the device caches every page except those listed here', () => {
  // The service worker caches pages whose path matches its regular expression PAGE.
  const cachedPaths = /const PAGE =\s*\/(.+)\/\n/.exec(web('service-worker.ts'))?.[1] ?? ''
  const isCached = (page: Page) => new RegExp(cachedPaths).test(sample(page))
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
