import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applicationFilter, SORTS } from '#contract/review/filter.ts'
import {
  type Address,
  isReload,
  parseRange,
  FILTERS,
  writeRange,
  readAddress,
  SORT_NAMES,
  rowPositions,
  savedViewQuery,
  writeAddress,
} from '../../web/review/address.ts'

// The address of the officers' table contains its filter, order, page and opened application. The table shows
// 50 of 12,480 rows on a page.

const whole: Address = {
  filter: {
    stage: 'received,screening',
    county: '7,12',
    level: '3-',
    year: '-2019',
    search: 'achieng ng’ang’a',
  },
  sort: 'experience',
  descending: true,
  after: 'a.b',
  before: undefined,
  page: 3,
  openId: 12,
  columns: 'name,stage',
}

describe('the address of the table', () => {
  test('it knows every condition and every order of the contract', () => {
    assert.deepEqual(FILTERS.toSorted(), Object.keys(applicationFilter).toSorted())
    assert.deepEqual(SORT_NAMES, SORTS)
  })
  test('what is written is read again', () => assert.deepEqual(readAddress(writeAddress(whole)), whole))
  test('values without a meaning are dropped; a value that only the server can check stays', () => {
    const read = readAddress(new URLSearchParams('open=x&page=-1&sort=name&down=yes&age=young&county=+'))
    assert.deepEqual(
      [read.openId, read.page, read.sort, read.descending, read.filter],
      [undefined, 1, undefined, false, { age: 'young' }],
    )
  })
  test('a saved view has filter, order and columns, but not the page and the opened application', () =>
    assert.deepEqual(readAddress(new URLSearchParams(savedViewQuery(whole))), {
      ...whole,
      after: undefined,
      page: 1,
      openId: undefined,
    }))
})

describe('51–100 of 12,480', () => {
  /** Which of 12,480 rows a page of the table shows. */
  const positionsOn = (over: Partial<Parameters<typeof rowPositions>[0]>) =>
    rowPositions({
      page: 2,
      pageSize: 50,
      rowCount: 50,
      count: 12_480,
      isFirst: false,
      isLast: false,
      ...over,
    })
  test('in the middle, by the number of the page', () =>
    assert.deepEqual(positionsOn({}), { from: 51, to: 100 }))
  test('the first page starts at 1, whatever the address says', () =>
    assert.deepEqual(positionsOn({ page: 9, isFirst: true }), { from: 1, to: 50 }))
  test('the last page ends at the count', () =>
    assert.deepEqual(positionsOn({ page: 2, rowCount: 30, isLast: true }), { from: 12_451, to: 12_480 }))
  test('one page holds all', () =>
    assert.deepEqual(positionsOn({ page: 1, rowCount: 7, count: 7, isFirst: true, isLast: true }), {
      from: 1,
      to: 7,
    }))
  test('none', () =>
    assert.deepEqual(positionsOn({ rowCount: 0, count: 0, isFirst: true, isLast: true }), { from: 0, to: 0 }))
})

test('ranges: both ends, one end, one value', () => {
  for (const [written, ends] of [
    ['21-35', { from: '21', to: '35' }],
    ['21-', { from: '21', to: '' }],
    ['-35', { from: '', to: '35' }],
    ['21', { from: '21', to: '21' }],
  ] as const) {
    assert.deepEqual(parseRange(written), ends)
    assert.equal(writeRange(ends), written)
  }
  assert.equal(writeRange(parseRange('')), undefined)
})

test('the table of another job loads everything, whatever its filter; another filter of the same job does not', () => {
  const isReloadBetween = (current: string, next: string) =>
    isReload({ currentUrl: new URL(current, 'http://host'), nextUrl: new URL(next, 'http://host') })
  assert.equal(isReloadBetween('/staff/jobs/1/applications?county=7', '/staff/jobs/2/applications'), true)
  assert.equal(isReloadBetween('/staff/jobs/1/applications?county=7', '/staff/jobs/1/applications'), false)
  assert.equal(isReloadBetween('/staff/jobs/1/applications', '/staff/jobs/1/applications'), true)
})
