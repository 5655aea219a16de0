import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '../../server/app.ts'
import { publicRoutes } from '../../server/page-cache/for-officers.ts'

test('public pages are rendered with every public route, and with no route of officers', async () => {
  const { routes } = await builtPages.load('en')
  const addressOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [addressOf(route.parentId), route.path].filter(Boolean).join('/') : ''
  }
  const isForOfficers = (id: string) => /^staff(?:$|\/)/.test(addressOf(id))
  // A layout without an address is not asked for: only its pages have one.
  const hasAddress = (id: string) => addressOf(id) !== ''
  const expected = Object.keys(routes).filter((id) => hasAddress(id) && !isForOfficers(id))
  assert.ok(Object.keys(routes).some(isForOfficers))
  assert.deepEqual(Object.keys(publicRoutes(routes)).filter(hasAddress), expected)
})
