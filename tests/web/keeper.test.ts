import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { type Application, BLANK_FORMS, type Draft, draftFrom } from '../../web/job-applications/draft.ts'
import { type KeeperDeps, openKeeper, type Standing } from '../../web/job-applications/keeper.ts'

const AT = '2026-11-24T11:02:00.000Z'
const failure = (status: number, body: object = {}) => Object.assign(new Error('failed'), { status, body })

/** The application as the server answers it, with this address in it. */
const application = (address: string, version: number): Application =>
  ({
    education: [],
    experience: [],
    referees: [],
    address,
    employment_number: '',
    huduma_centre: null,
    by_election_area: null,
    unfinished: null,
    version,
    updated_at: AT,
  }) as unknown as Application

const start = (address = ''): Standing => {
  const draft = draftFrom(application(address, 3))
  return { draft, base: draft, version: 3, onServer: true }
}
const typed = (address: string) => (draft: Draft) => ({ ...draft, answers: { ...draft.answers, address } })

function desk(standing = start(), send?: KeeperDeps['send']) {
  const sent: { address: string; version: number }[] = []
  const kept: Standing[] = []
  const deps: KeeperDeps = {
    send: async (draft, version, leaving) => {
      sent.push({ address: draft.answers.address, version })
      return send ? send(draft, version, leaving) : { version: version + 1, updated_at: AT }
    },
    keep: async (it) => void kept.push(it),
    now: () => Date.parse(AT),
  }
  return { keeper: openKeeper(standing, deps), sent, kept }
}
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('W4 kept as it is typed', () => {
  test('every change is on the device at once, and on the server two seconds after the last', async () => {
    const { keeper, sent, kept } = desk()
    keeper.change(typed('P'))
    keeper.change(typed('PO'))
    await settled()
    assert.equal(kept.at(-1)?.draft.answers.address, 'PO')
    assert.equal(kept.at(-1)?.onServer, false)
    mock.timers.tick(1_900)
    assert.equal(sent.length, 0)
    mock.timers.tick(200)
    await settled()
    assert.deepEqual(sent, [{ address: 'PO', version: 3 }])
    assert.equal(keeper.snapshot().onServer, true)
    assert.equal(kept.at(-1)?.onServer, true)
    assert.equal(kept.at(-1)?.version, 4)
  })
  test('what is typed while a save is on its way follows it, with the version of its answer', async () => {
    let answer = () => {}
    const { keeper, sent } = desk(start(), (_, version) => new Promise((resolve) => (answer = () => resolve({ version: version + 1, updated_at: AT }))))
    keeper.change(typed('A'))
    void keeper.flush()
    keeper.change(typed('AB'))
    answer()
    await settled()
    assert.equal(keeper.snapshot().onServer, false)
    mock.timers.tick(2_000)
    await settled()
    assert.deepEqual(sent, [
      { address: 'A', version: 3 },
      { address: 'AB', version: 4 },
    ])
  })
  test('without a network it is tried again by itself, and the line says so', async () => {
    let away = true
    const { keeper, sent } = desk(start(), async (_, version) => {
      if (away) throw failure(0)
      return { version: version + 1, updated_at: AT }
    })
    keeper.change(typed('A'))
    mock.timers.tick(2_000)
    await settled()
    assert.equal(keeper.snapshot().away, true)
    away = false
    mock.timers.tick(3_000)
    await settled()
    assert.equal(sent.length, 2)
    assert.deepEqual([keeper.snapshot().away, keeper.snapshot().onServer], [false, true])
  })
  test('a device that keeps nothing is not said to have kept it', async () => {
    const keeper = openKeeper(start(), {
      send: async () => ({ version: 4, updated_at: AT }),
      keep: async () => {
        throw new Error('full')
      },
      now: () => 1,
    })
    keeper.change(typed('A'))
    await settled()
    assert.equal(keeper.snapshot().deviceAt, undefined)
  })
})

describe('T22 two places', () => {
  const refusing = (current: Application) => async () => Promise.reject(failure(409, { code: 'conflict', current }))
  test('another version is shown, and nothing is sent until the person has chosen', async () => {
    const { keeper, sent } = desk(start(), refusing(application('theirs', 4)))
    keeper.change(typed('mine'))
    mock.timers.tick(2_000)
    await settled()
    assert.equal(keeper.snapshot().conflict?.theirs.answers.address, 'theirs')
    keeper.change(typed('mine too'))
    mock.timers.tick(10_000)
    await settled()
    assert.equal(sent.length, 1)
    keeper.resolve({ personal: 'mine' })
    mock.timers.tick(0)
    await settled()
    assert.deepEqual(sent.at(-1), { address: 'mine too', version: 4 })
  })
  test("choosing the other's version takes it", async () => {
    const { keeper } = desk(start(), refusing(application('theirs', 4)))
    keeper.change(typed('mine'))
    mock.timers.tick(2_000)
    await settled()
    keeper.resolve({ personal: 'theirs' })
    assert.equal(keeper.snapshot().draft.answers.address, 'theirs')
  })
  test('a save whose answer was lost is no other version', async () => {
    let first = true
    const { keeper, sent } = desk(start(), async (draft, version) => {
      if (first) {
        first = false
        throw failure(0)
      }
      if (version === 3) throw failure(409, { code: 'conflict', current: application('A', 4) })
      return { version: version + 1, updated_at: draft.answers.address && AT }
    })
    keeper.change(typed('A'))
    mock.timers.tick(2_000)
    await settled()
    keeper.change(typed('AB'))
    mock.timers.tick(2_000)
    await settled()
    mock.timers.tick(0)
    await settled()
    assert.equal(keeper.snapshot().conflict, undefined)
    assert.deepEqual(sent.at(-1), { address: 'AB', version: 4 })
    assert.equal(keeper.snapshot().onServer, true)
  })
  test('a version that only counted a file up is no other version', async () => {
    const { keeper } = desk(start('same'), refusing(application('same', 5)))
    keeper.change(typed('mine'))
    mock.timers.tick(2_000)
    await settled()
    assert.equal(keeper.snapshot().conflict, undefined)
    assert.equal(keeper.standing().version, 5)
  })
  test('a tab with nothing unsaved takes what was written elsewhere, and stays in its step', async () => {
    const { keeper } = desk()
    keeper.meet(application('theirs', 9))
    assert.equal(keeper.snapshot().draft.answers.address, 'theirs')
    assert.equal(keeper.snapshot().draft.step, 1)
    assert.equal(keeper.snapshot().conflict, undefined)
  })
  test('a file of our own counts the version up by one; more than one is somebody else', () => {
    const { keeper } = desk()
    keeper.counted(4)
    assert.equal(keeper.standing().version, 4)
    keeper.counted(7)
    assert.equal(keeper.standing().version, 4)
  })
})

test('W11, W24: when it is over the wizard is told', async () => {
  for (const [code, over] of [
    ['already_applied', 'completed'],
    ['job_closed', 'closed'],
    ['not_found', 'gone'],
  ]) {
    const { keeper } = desk(start(), async () => Promise.reject(failure(409, { code })))
    keeper.change(typed('A'))
    mock.timers.tick(2_000)
    await settled()
    assert.equal(keeper.snapshot().over, over)
  }
  assert.ok(BLANK_FORMS)
})
