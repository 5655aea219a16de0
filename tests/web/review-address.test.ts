import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applicationFilter, SORTS } from '#contract/review/filter.ts'
import {
  type Address,
  endsOf,
  FILTERS,
  rangeOf,
  readAddress,
  SORT_NAMES,
  standing,
  viewOf,
  writeAddress,
} from '../../web/review/address.ts'

const whole: Address = {
  filter: {
    stage: 'received,screening',
    county: '7,12',
    level: '3-',
    year: '-2019',
    search: 'achieng ng’ang’a',
  },
  sort: 'experience',
  down: true,
  after: 'a.b',
  before: undefined,
  page: 3,
  open: 12,
  columns: 'name,stage',
}

describe('the address of the table', () => {
  test('it knows every condition and every order of the contract', () => {
    assert.deepEqual(FILTERS.toSorted(), Object.keys(applicationFilter).toSorted())
    assert.deepEqual(SORT_NAMES, SORTS)
  })
  test('what is written is read again', () => assert.deepEqual(readAddress(writeAddress(whole)), whole))
  test('what nobody can mean is dropped; what the server must judge is left to it', () => {
    const read = readAddress(new URLSearchParams('open=x&page=-1&sort=name&down=yes&age=young&county=+'))
    assert.deepEqual(
      [read.open, read.page, read.sort, read.down, read.filter],
      [undefined, 1, undefined, false, { age: 'young' }],
    )
  })
  test('a view keeps the question, not the place in its answer', () =>
    assert.deepEqual(readAddress(new URLSearchParams(viewOf(whole))), {
      ...whole,
      after: undefined,
      page: 1,
      open: undefined,
    }))
})

describe('51–100 of 12,480', () => {
  const on = (over: Partial<Parameters<typeof standing>[0]>) =>
    standing({ page: 2, size: 50, rows: 50, count: 12_480, first: false, last: false, ...over })
  test('in the middle, by the number of the page', () => assert.deepEqual(on({}), { from: 51, to: 100 }))
  test('the first page begins at 1, whatever the address says', () =>
    assert.deepEqual(on({ page: 9, first: true }), { from: 1, to: 50 }))
  test('the last page ends at the count', () =>
    assert.deepEqual(on({ page: 2, rows: 30, last: true }), { from: 12_451, to: 12_480 }))
  test('one page holds all', () =>
    assert.deepEqual(on({ page: 1, rows: 7, count: 7, first: true, last: true }), { from: 1, to: 7 }))
  test('none', () => assert.deepEqual(on({ rows: 0, count: 0, first: true, last: true }), { from: 0, to: 0 }))
})

test('ranges: both ends, one end, one value', () => {
  for (const [written, ends] of [
    ['21-35', { from: '21', to: '35' }],
    ['21-', { from: '21', to: '' }],
    ['-35', { from: '', to: '35' }],
    ['21', { from: '21', to: '21' }],
  ] as const) {
    assert.deepEqual(endsOf(written), ends)
    assert.equal(rangeOf(ends), written)
  }
  assert.equal(rangeOf(endsOf('')), undefined)
})
