import { useEffect, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { LogCheck } from '#contract/audit-log/log-check.ts'
import { call } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { pausedWords } from '../staff-ui/loading.tsx'
import { keysOf } from '../staff-ui/typed-choice.ts'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

const RELOAD_MS = 1_000

/** What the check of the public log counts, in words. Leaves are the entries of that log. */
const COUNT_NAMES = {
  leaves: t`leaves`,
  checkpoints: t`checkpoints`,
  submissions: t`submissions`,
  acts: t`audit entries`,
  lists: t`decision lists`,
  messages: t`messages to applicants`,
  selections: t`selections`,
  officers: t`officers`,
  files: t`files`,
} as const

const countedInWords = (counted: NonNullable<LogCheck['counted']>) =>
  keysOf(COUNT_NAMES)
    .map((name) => `${counted[name].toLocaleString('en')} ${COUNT_NAMES[name]}`)
    .join(', ')

/**
 * The result of a check of the log. `counted` is null if the check stopped early. `faults` counts the things
 * that do not match, and `told` describes the first few of them.
 */
function Outcome({ check }: { check: LogCheck }) {
  if (check.ended_at === null)
    return (
      <p>
        <Trans>The check is running. It can take some minutes. You can leave this page.</Trans>
      </p>
    )
  if (!check.counted)
    return (
      <p className="callout is-red">
        <Trans>The check did not finish. Please try again.</Trans>
      </p>
    )
  const when = shortMoment(check.ended_at)
  if (check.faults === 0)
    return (
      <p className="callout is-green">
        <Trans>
          Checked on {when}: {countedInWords(check.counted)}. Everything is correct.
        </Trans>
      </p>
    )
  return (
    <div className="callout is-red">
      <p>
        <Trans>
          Checked on {when}:{' '}
          <Plural
            value={check.faults}
            one="1 thing does not match."
            other={`${check.faults.toLocaleString('en')} things do not match.`}
          />
        </Trans>
      </p>
      <ul>
        {check.told.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

type CheckReply = Reply<'GET /api/staff/log/check/'>

/** The latest check, loaded again every second while it runs or could not be loaded. */
function useCheck(result: Loaded<CheckReply>) {
  const [reply, setReply] = useLatestData(result)
  // A failed call brings no new reply, so this count starts the effect again for the next call.
  const [attempt, setAttempt] = useState(0)
  // `check` is null if no officer has made a check yet. Then the page waits for nothing.
  const isRunning = reply?.check?.ended_at === null
  const isSettled = reply !== undefined && !isRunning
  useEffect(() => {
    if (isSettled) return
    let isCurrent = true
    const timer = setTimeout(() => {
      call('GET /api/staff/log/check/').then(
        (next) => isCurrent && setReply(next),
        () => isCurrent && setAttempt((before) => before + 1),
      )
    }, RELOAD_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isSettled, reply, attempt, setReply])
  return [reply?.check ?? null, (check: LogCheck) => setReply({ check })] as const
}

/** Makes the server compute the public log again and compare all data with it, and shows the result. */
export function CheckLog({ result }: { result: Loaded<CheckReply> }) {
  const [check, setCheck] = useCheck(result)
  /** `paused`: the sentence if checks of the log are paused under load; undefined for any other failure. */
  const [failed, setFailed] = useState<{ paused: string | undefined }>()
  const { busy, run } = useOneAtATime()
  const isRunning = check !== null && check.ended_at === null
  const start = async () => {
    try {
      setCheck(await call('POST /api/staff/log/check/', { body: {} }))
      setFailed(undefined)
    } catch (error) {
      setFailed({ paused: pausedWords(error) })
    }
  }
  const startOnce = () => {
    if (!isRunning) void run(start)
  }
  return (
    <div className="mb5">
      <button
        className="btn btn-2 btn-small"
        type="button"
        aria-disabled={isRunning || busy}
        onClick={startOnce}
      >
        <Trans>Check the whole log</Trans>
      </button>
      <div className="mt2" role="status">
        {failed && (
          <p className={failed.paused ? 'callout' : 'callout is-red'}>
            {failed.paused
              ? `${failed.paused} ${LAST_HOUR_WORDS.pausedDeed}`
              : t`The check could not start. Please try again.`}
          </p>
        )}
        {check && <Outcome check={check} />}
      </div>
    </div>
  )
}
