import { useEffect, useState } from 'react'
import { clockTimeInFull } from '#contract/dates.ts'
import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import type { LogCheck } from '#contract/staff/people.ts'
import { call } from '../api.ts'
import { pausedWords } from '../staff-ui/loading.tsx'

const EVERY_MS = 1_000
const NAMES = {
  leaves: 'leaves',
  checkpoints: 'checkpoints',
  submissions: 'submissions',
  acts: 'audit entries',
  lists: 'decision lists',
  messages: 'messages to applicants',
  officers: 'officers',
  files: 'files',
} as const

const countsOf = (counted: NonNullable<LogCheck['counted']>) =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .map((name) => `${counted[name].toLocaleString('en')} ${NAMES[name]}`)
    .join(', ')

function Outcome({ check }: { check: LogCheck }) {
  if (check.ended_at === null)
    return <p>The check is running. It can take some minutes. You can leave this page.</p>
  if (!check.counted) return <p className="callout is-red">The check did not finish. Please try again.</p>
  const when = clockTimeInFull(new Date(check.ended_at))
  return check.faults === 0 ? (
    <p className="callout is-green">
      Checked at {when}: {countsOf(check.counted)}. All of it is correct.
    </p>
  ) : (
    <div className="callout is-red">
      <p>
        Checked at {when}:{' '}
        {check.faults === 1 ? '1 thing does' : `${check.faults.toLocaleString('en')} things do`} not match.
      </p>
      <ul>
        {check.told.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  )
}

/** Makes the server compute the public log again and compare all data with it, and shows the result. */
export function CheckLog() {
  const [check, setCheck] = useState<LogCheck | null>(null)
  const [begun, setBegun] = useState(0)
  const [failed, setFailed] = useState<{ paused: string | undefined }>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let here = true
    const ask = async () => {
      const found = await call('GET /api/staff/log/check/').catch(() => undefined)
      if (!here) return
      if (found) setCheck(found.check)
      if (!found || found.check?.ended_at === null) timer = setTimeout(() => void ask(), EVERY_MS)
    }
    void ask()
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [begun])
  const runs = check !== null && check.ended_at === null
  const begin = async () => {
    try {
      setCheck(await call('POST /api/staff/log/check/', { body: {} }))
      setFailed(undefined)
      setBegun((it) => it + 1)
    } catch (error) {
      setFailed({ paused: pausedWords(error) })
    }
  }
  return (
    <div className="mb5">
      <button
        className="btn btn-2 btn-s"
        type="button"
        aria-disabled={runs}
        onClick={() => void (runs || begin())}
      >
        Check the whole log
      </button>
      <div className="mt2" role="status">
        {failed && (
          <p className={failed.paused ? 'callout' : 'callout is-red'}>
            {failed.paused
              ? `${failed.paused} ${LAST_HOUR_WORDS.pausedDeed}`
              : 'The check could not start. Please try again.'}
          </p>
        )}
        {check && <Outcome check={check} />}
      </div>
    </div>
  )
}
