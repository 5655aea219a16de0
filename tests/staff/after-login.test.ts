import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberStaffPage, takeStaffPage } from '../../web/staff-ui/after-login.ts'

// An officer whose session ended returns to the same page after the login. The browser's tab stores the
// page's address.

/** The page that an officer sees after the login, if they were at this path before. */
const pageAfterLogin = (path: string) => {
  rememberStaffPage(path)
  return takeStaffPage()
}

test('after the login an officer returns, once, to the page and the filters of before', () => {
  const page = `/staff/jobs/7/applications?${new URLSearchParams({ stage: 'received,screening', search: "o'kello 12*", after: 'a.b-c_d', open: '3' })}`
  assert.equal(pageAfterLogin(page), page)
  assert.equal(takeStaffPage(), '/staff')
})
test('a link that was written by hand keeps its commas', () => {
  const page = '/staff/jobs/7/applications?stage=received,screening&county=1,47'
  assert.equal(pageAfterLogin(page), page)
})
test('T37 only a page for officers is returned, never another site or page', () => {
  for (const other of [
    '//evil.example',
    'https://evil.example/staff',
    '/staff//evil.example',
    '/staffing',
    '/dashboard',
    '/staff/jobs?next=//evil.example',
    '/staff/login',
    '/staff/../dashboard',
  ])
    assert.equal(pageAfterLogin(other), '/staff', other)
})
