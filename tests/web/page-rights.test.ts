import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paths } from '../../web/paths.ts'
import { pageRight } from '../../web/staff-ui/page-rights.ts'
import { sharesPath } from '../../web/staff-ui/shares-path.ts'

test('each page that a role may not open is known by the address that the menu gives', () => {
  const pages = {
    [paths.staffMessages(7)]: 'messages.read',
    [sharesPath(7)]: 'applications.read',
    [paths.staffExports(7)]: 'applications.export',
    [paths.staffPublishedList(7)]: 'applications.export',
    [paths.staffReports(7)]: 'figures.read',
    [paths.staffPortalReports]: 'figures.read',
    [paths.staffLastHour]: 'figures.read',
    [paths.staffDecisions()]: 'applications.read',
    [paths.staffDecision(7)]: 'applications.read',
    [paths.staffReferenceData]: 'lookups.manage',
    [paths.staffSupport]: 'support.help',
    [paths.staffHelped('a-handle')]: 'support.help',
    [paths.staffPeople]: 'people.read',
    [paths.staffAuditLog]: 'log.read',
  }
  for (const [path, right] of Object.entries(pages)) {
    assert.equal(pageRight(path), right, path)
    assert.equal(pageRight(`${path}/`), right, path)
  }
})

test('pages for every officer need no right of their own', () => {
  for (const path of [paths.staff, paths.staffJobs, paths.staffJob(7), paths.staffAccount])
    assert.equal(pageRight(path), undefined, path)
})
