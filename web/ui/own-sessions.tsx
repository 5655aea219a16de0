import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { shortMoment } from '#contract/dates.ts'
import type { LastLogin, SessionLine } from '#contract/accounts/sessions.ts'
import { IS_KISWAHILI, translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { type Done, DoneMessage } from './done-message.tsx'
import { ListFailed } from './list-failed.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'
import './own-sessions.css'

/**
 * The name of a device, such as `Chrome on Linux`, in the language of the page. `translate` knows only whole
 * sentences, so `on` is translated here.
 */
export function deviceForReader(device: string): string {
  if (!IS_KISWAHILI) return device
  const [browser = '', system] = device.split(' on ')
  return system ? t`${browser} on ${system}` : translate(device)
}

type Props = {
  /** `last_login`: the login before this one. Null: there was none. Undefined: this page shows none. */
  sessions: Loaded<{ results: SessionLine[]; last_login?: LastLogin | null }>
  reload: () => void
  calls: {
    end: (id: string) => Promise<{ message: string }>
    endOthers: () => Promise<{ message: string }>
  }
}

function SessionItem({ session, onEnd }: { session: SessionLine; onEnd: () => void }) {
  const device = deviceForReader(session.device)
  const loggedInAt = translate(shortMoment(session.began_at))
  const lastUsedAt = translate(shortMoment(session.last_used_at))
  return (
    <li>
      <div>
        <p>
          <b>{device}</b>
          {session.present && (
            <span className="quiet">
              <Trans>, this browser</Trans>
            </span>
          )}
        </p>
        <p className="small quiet">
          <Trans>
            Logged in <span className="nowrap">{loggedInAt}</span>, last used{' '}
            <span className="nowrap">{lastUsedAt}</span>
          </Trans>
        </p>
        {session.network && <p className="small quiet">{translate(session.network)}</p>}
      </div>
      {!session.present && (
        <button className="btn btn-2 btn-small" type="button" onClick={onEnd}>
          <Trans>
            End this session
            <span className="sr-only">
              {' '}
              of {device}, logged in {loggedInAt}
            </span>
          </Trans>
        </button>
      )}
    </li>
  )
}

function LastLoginLine({ lastLogin }: { lastLogin: LastLogin }) {
  const loggedInAt = translate(shortMoment(lastLogin.logged_in_at))
  const device = deviceForReader(lastLogin.device)
  return (
    <p className="mb4">
      <Trans>
        Last login before this one: <span className="nowrap">{loggedInAt}</span>, {device}.
      </Trans>
    </p>
  )
}

/** Makes the call that ends one or more sessions, and stores the message to show after it. */
function useEndSessions(reload: () => void) {
  const { busy, run } = useOneAtATime()
  const [message, setMessage] = useState<Done>()
  const endSessions = (sendCall: () => Promise<{ message: string }>) =>
    run(async () => {
      try {
        setMessage({ words: (await sendCall()).message })
      } catch {
        setMessage({ words: t`The session could not be ended. Please try again.`, failed: true })
      }
      reload()
    })
  return { busy, message, endSessions }
}

/**
 * The sessions in which a person is logged in. After one has ended, the list is loaded again. Until then the
 * earlier list stays, so that the focus is not lost.
 */
export function OwnSessions({ sessions: loadedSessions, reload, calls: { end, endOthers } }: Props) {
  const { busy, message, endSessions } = useEndSessions(reload)
  const [sessions, setSessions] = useState(loadedSessions.data?.results ?? [])
  const { data, error } = loadedSessions
  // This is set during the render, so that a new list is shown at once.
  if (data && data.results !== sessions) setSessions(data.results)
  return (
    <section className="own-sessions mt6" aria-labelledby="sessions">
      <h2 id="sessions" className="mb4">
        <Trans>Where you are logged in</Trans>
      </h2>
      <DoneMessage done={message} />
      {error !== undefined && <ListFailed reload={reload} />}
      {data?.last_login && <LastLoginLine lastLogin={data.last_login} />}
      {error === undefined && sessions.length > 0 && (
        <ul className="sessions">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              onEnd={() => void endSessions(() => end(session.id))}
            />
          ))}
        </ul>
      )}
      {sessions.some(({ network }) => network) && (
        <p className="small mt4">
          <Trans>We do not look up where a network is. We only compare it with those you used before.</Trans>
        </p>
      )}
      {sessions.length > 1 && (
        <>
          <p className="mt4">
            <button
              className="btn btn-2"
              type="button"
              aria-disabled={busy}
              onClick={() => void endSessions(endOthers)}
            >
              <Trans>End all others</Trans>
            </button>
          </p>
          <p className="small mt4">
            <Trans>If you do not know one of these sessions, end it and change your password.</Trans>
          </p>
        </>
      )}
    </section>
  )
}
