import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, server, web } from '../support/code.ts'
import { type Source, sources } from '../support/source.ts'

/** The folders of a layer with code: `server/jobs/store.ts` is in the folder `jobs`. */
const foldersOf = (files: Source[]) =>
  new Set(files.flatMap(({ path }) => (path.split('/').length > 2 ? [path.split('/')[1] ?? ''] : [])))

const features = foldersOf(contract)
const layers = { server: foldersOf(server), web: foldersOf(web) }
const testFolders = foldersOf(sources('tests/**/*.{test,spec}.ts'))

/** Features of the contract without code on a layer, each with the reason. */
const NO_FOLDER = {
  'web/outbox':
    'The outbox has no page of its own: officers see waiting and failed emails on the page of reports.',
  'web/site':
    'The details of the commission have no page of their own: the footer and other pages show them.',
  'web/tickets': 'No page shows a ticket: the code that submits an application gets it and sends it.',
}

/** Features of the contract without a folder of tests, each with the place of their tests. */
const NO_TESTS = {
  'tests/site': 'The details of the commission are tested where a page or an email shows them.',
  'tests/start': 'The start page of officers is tested with the features that put work on it.',
}

/** Folders of a layer that are no feature, each with what they do for the features. */
const NO_FEATURE = {
  'server/admission': 'decides who is answered when not all can be',
  'server/backup': 'copies the database and the files, and restores them',
  'server/brownout': 'leaves out less important work when there is too much',
  'server/database': 'connects to the database and has its schema',
  'server/endpoints': 'serves the endpoints of all features',
  'server/files': 'inspects and stores the files of all features',
  'server/http': 'reads requests and writes replies',
  'server/installation': 'checks that several machines have the same keys and addresses',
  'server/mail': 'renders and sends the emails of all features',
  'server/openapi': 'describes the endpoints of all features',
  'server/page-cache': 'makes pages for many callers at once, and caches them',
  'server/passkeys': 'checks the passkeys of applicants and of officers',
  'server/probe': 'submits a test application to watch the portal',
  'server/processes': 'starts, watches and stops the processes of the portal',
  'server/selection': 'computes a selection from a file alone, also outside the portal',
  'server/sessions': 'keeps the sessions of applicants and of officers',
  'server/tracing': 'records how long the parts of a request take',
  'server/watching': 'measures the portal for the monitoring system',
  'web/form': 'has the form fields of all pages',
  'web/layout': 'has the header, the menu and the footer of public pages',
  'web/pages': 'shows the public pages that are written in Markdown',
  'web/receipt': 'shows the receipt of an application on the pages of several features',
  'web/sending': 'submits applications and documents, also after their page is closed',
  'web/session': 'knows who is logged in, for all pages',
  'web/staff-ui': 'has the parts that pages for officers share',
  'web/starter': 'runs before React does',
  'web/ui': 'has the parts that all pages share',
  'web/viewer': 'draws a document for officers who review an application',
}

/** Folders of tests that are no feature, each with what they test. */
const TESTS_OF_NO_FEATURE = {
  'tests/backup': 'tests the copies of the database and of the files',
  'tests/browser': 'has the journeys through several features, and the rules of every page',
  'tests/cluster': 'tests several processes and machines',
  'tests/contract': 'tests rules of the contract as functions',
  'tests/engine': 'tests the program itself: start and stop, database, workers',
  'tests/house': 'tests the code: who may import whom, and sizes',
  'tests/http': 'tests what every call has in common',
  'tests/installation': 'tests that several machines have the same keys and addresses',
  'tests/nightly': 'tests what takes longer than a test run should',
  'tests/other-browsers': 'has one journey in Firefox and WebKit; all other journeys are in Chromium',
  'tests/pages': 'tests the public pages that are written in Markdown',
  'tests/second-selection': 'compares the selection with a second implementation',
  'tests/selection': 'tests the selection that is computed from a file alone',
  'tests/storms': 'tests that kills and power cuts lose no data',
  'tests/texts': 'tests the Kiswahili of all texts',
  'tests/watching': 'tests what the portal measures for the monitoring system',
  'tests/web': 'tests functions of the pages without a browser',
}

/** The folders in `names` that are not in `present`, each with its layer. */
const missing = (layer: string, names: Set<string>, present: Set<string>) =>
  [...names].filter((name) => !present.has(name)).map((name) => `${layer}/${name}`)

describe('one feature has one name on every layer', () => {
  test('each feature of the contract has its folder in server and in web, or a reason', () => {
    assert.ok(features.has('job-applications'), `${features.size} folders found`)
    const found = Object.entries(layers).flatMap(([layer, folders]) => missing(layer, features, folders))
    assert.deepEqual(found.sort(), Object.keys(NO_FOLDER).sort())
  })

  test('each feature of the contract has its folder of tests, or a reason', () => {
    assert.deepEqual(missing('tests', features, testFolders).sort(), Object.keys(NO_TESTS).sort())
  })

  test('each folder of server and of web is a feature of the contract, or serves several', () => {
    const found = Object.entries(layers).flatMap(([layer, folders]) => missing(layer, folders, features))
    assert.deepEqual(found.sort(), Object.keys(NO_FEATURE).sort())
  })

  test('each folder of tests is a feature of the contract, or tests the whole portal', () => {
    assert.deepEqual(
      missing('tests', foldersOf(sources('tests/**/*.ts')), features).sort(),
      Object.keys(TESTS_OF_NO_FEATURE).sort(),
    )
  })
})
