import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staffPaths } from '../../web/staff-paths.ts'
import { pageRight, STAFF_PAGES } from '../../web/staff-ui/page-rights.ts'
import { knownPages } from '../support/pages-of-routes.ts'

test('the right that a page requires is found by the address in the menu, with or without a slash at the end and in capitals', () => {
  // In these addresses, 7 is the id of a job or list, and `a-handle` is the name by which support finds a
  // person.
  const pages = {
    [staffPaths.messages(7)]: 'messages.read',
    [staffPaths.selectionRule(7)]: 'jobs.read',
    [staffPaths.shares(7)]: 'applications.read',
    [staffPaths.exports(7)]: 'applications.export',
    [staffPaths.publishedList(7)]: 'applications.export',
    [staffPaths.reports(7)]: 'reports.read',
    [staffPaths.portalReports]: 'reports.read',
    [staffPaths.lastHour]: 'reports.read',
    [staffPaths.decisions()]: 'applications.read',
    [staffPaths.decision(7)]: 'applications.read',
    [staffPaths.referenceData]: 'reference-data.manage',
    [staffPaths.support]: 'support.help',
    [staffPaths.helped('a-handle')]: 'support.help',
    [staffPaths.corrections]: 'corrections.decide',
    [staffPaths.retention]: 'retention.read',
    [staffPaths.people]: 'people.read',
    [staffPaths.auditLog]: 'log.read',
  }
  for (const [path, right] of Object.entries(pages)) {
    assert.equal(pageRight(path), right, path)
    assert.equal(pageRight(`${path}/`), right, path)
    assert.equal(pageRight(path.toUpperCase()), right, path)
  }
})

test('pages for every officer need no right of their own', () => {
  for (const path of [staffPaths.home, staffPaths.jobs, staffPaths.job(7), staffPaths.account])
    assert.equal(pageRight(path), undefined, path)
})

/** The addresses of the pages inside this layout. The pages of the applications have one address. */
const addressesInside = (layout: string) => [
  ...new Set(knownPages.filter(({ files }) => files.includes(layout)).map(({ address }) => address)),
]

test('each page of officers has an entry in the table of rights, and each entry has a page', () => {
  const addresses = addressesInside('staff-ui/shell.tsx')
  assert.ok(addresses.length > 20)
  assert.deepEqual(Object.keys(STAFF_PAGES).toSorted(), addresses.toSorted())
})

test('a page marks a tab of a job if, and only if, it is inside the layout with the tabs', () => {
  const addresses = addressesInside('staff-ui/job-layout.tsx')
  assert.ok(addresses.length > 10)
  const withTab = Object.entries(STAFF_PAGES).flatMap(([address, { tab }]) => (tab ? [address] : []))
  assert.deepEqual(withTab.toSorted(), addresses.toSorted())
})
