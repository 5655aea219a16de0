import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { all, contract, server, web } from '../support/code.ts'

describe('each rule once', () => {
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  test('a sentence of the contract is written in one place, and nowhere else', () => {
    // Lists for each sentence the files that contain it.
    const places = new Map<string, string[]>()
    for (const { path, text } of contract) {
      // Matches a string of at least 25 characters that starts with a capital: 'Please try again in a
      // minute.'
      for (const [, sentence = ''] of withoutComments(text).matchAll(/'([A-Z][a-z](?:[^'\\\n]|\\.){23,})'/g))
        places.set(sentence, [...(places.get(sentence) ?? []), path])
    }
    assert.ok(places.size > 80, `${places.size} sentences found`)
    assert.deepEqual(
      [...places].filter(([, paths]) => paths.length > 1),
      [],
    )
    const copied = [...server, ...web].flatMap(({ path, text }) =>
      [...places.keys()]
        .filter((sentence) => withoutComments(text).includes(sentence))
        .map((sentence) => `${path}: ${sentence}`),
    )
    assert.deepEqual(copied, [])
  })
  test('S1 §9 the numbers of the specification are only in the limits of their feature', () => {
    // For example, contract/accounts/session-limits.ts owns its numbers.
    const isOwner = (path: string) => /^contract\/(?:[\w-]+\/(?:[\w-]+-)?limits|browser)\.ts$/.test(path)
    const limits = contract
      .filter(({ path }) => isOwner(path))
      .map(({ text }) => withoutComments(text))
      .join('\n')
    for (const number of ['3_300_000', '3_600_000', '300_000', '120_000', '15rem', '3_000', '2_500'])
      assert.ok(limits.includes(number), number)
    const copies = all
      .filter(({ path }) => !isOwner(path))
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(/\b(?:3_?300_?000|300_?000|15rem)\b/g)].map(
          ([number]) => `${path}: ${number}`,
        ),
      )
    assert.deepEqual(copies, [])
  })
  test('J1 whether a job is open is computed in two places: `isExpired`, and SQL in open-jobs.ts', () => {
    const OWNER = 'server/database/open-jobs.ts'
    /** Other comparisons with a deadline, each with the reason. */
    const OTHERS = {
      'server/assistant/store.ts: expiry_date < ${filter.closesBefore':
        'The person asks for jobs that close before a day of their choice.',
      'server/job-applications/deadlines.ts: reminded_at < jobs.expiry_date':
        'The time of a reminder is compared: a deadline that moved by a week gets another one.',
      'server/job-applications/deadlines.ts: jobs.expiry_date <= ${until}':
        'A reminder is about a deadline within the next days, so both ends of that period count.',
      'server/job-applications/deadlines.ts: jobs.expiry_date > ${now}':
        'A reminder is about a deadline within the next days, so both ends of that period count.',
      'server/staff-jobs/job-changes.ts: deadline <= row.expiry_date':
        'An extension must move the deadline later than it is.',
      'server/start/jobs-store.ts: expiry_date > ${new':
        'The start page shows a closed job for some days: the period is about work, not about applying.',
      'server/status/store.ts: expiry_date between ${from}':
        'An outage is measured for the jobs that close in a period.',
      'server/watching/store.ts: closes <= ${new':
        'The monitoring system gets the drafts of jobs that close within a period.',
      'server/watching/store.ts: closes > ${now}':
        'The monitoring system gets the drafts of jobs that close within a period.',
    }
    const COMPARED =
      /(?:[\w.]+ (?<!=)[<>]=? (?:\w+\.)?(?:expiry_date|closes)\b(?!:)|\b(?:\w+\.)?(?:expiry_date|closes)\)? (?:[<>]=?|between) \S+)/g
    const found = all.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(COMPARED)].map(([comparison]) => `${path}: ${comparison}`),
    )
    assert.ok(found.some((comparison) => comparison.startsWith(OWNER)))
    const others = [...new Set(found.filter((comparison) => !comparison.startsWith(OWNER)))]
    assert.deepEqual(others.sort(), Object.keys(OTHERS).sort())
  })
  test('a file in the root of the contract has users in at least two folders', () => {
    const folderOf = (path: string) => path.split('/')[1] ?? ''
    const roots = contract.filter(({ path }) => path.split('/').length === 2)
    assert.ok(roots.some(({ path }) => path === 'contract/dates.ts'))
    const users = (path: string) =>
      new Set(
        all.filter((file) => file.imports.some(({ to }) => to === path)).map((file) => folderOf(file.path)),
      )
    // A file with one user belongs to the folder of this user.
    assert.deepEqual(
      roots.map(({ path }) => path).filter((path) => users(path).size < 2),
      [],
    )
  })
  test('the product mentions no place of the machine it was made on', () => {
    const files = globSync(
      ['*.{md,ts,json}', '{bin,bench,content,contract,docs,server,tests,web,.ci}/**/*'],
      {
        cwd: join(import.meta.dirname, '../..'),
        withFileTypes: true,
      },
    ).filter((entry) => entry.isFile())
    const own = /\/work\/(?:shared|main)|\/tmp\/brief/
    const found = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(
        (file) =>
          file !== import.meta.filename &&
          /\.(?:md|ts|tsx|mjs|json|css|sql|run)$|\/run$/.test(file) &&
          own.test(readFileSync(file, 'utf8')),
      )
    assert.deepEqual(found, [])
  })
})
