import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import type { SessionLine } from '#contract/accounts/sessions.ts'
import type { Loaded } from '../loaded.ts'
import './own-sessions.css'

type Props = {
  sessions: Loaded<{ results: SessionLine[] }>
  reload: () => void
  calls: {
    end: (id: string) => Promise<{ message: string }>
    endOthers: () => Promise<{ message: string }>
  }
}

const SessionItem = ({ session, onEnd }: { session: SessionLine; onEnd: () => void }) => (
  <li>
    <div>
      <p>
        <b>{session.device}</b>
        {session.present && <span className="quiet">, this browser</span>}
      </p>
      <p className="small quiet">
        Logged in <span className="nowrap">{shortDeadline(session.began_at)}</span>, last used{' '}
        <span className="nowrap">{shortDeadline(session.last_used_at)}</span>
      </p>
    </div>
    {!session.present && (
      <button className="btn btn-2 btn-s" type="button" onClick={onEnd}>
        End this session
        <span className="sr-only">
          {' '}
          of {session.device}, logged in {shortDeadline(session.began_at)}
        </span>
      </button>
    )}
  </li>
)

/** Sends the call that ends one or more sessions, and holds the message to show after it. */
function useEndSessions(reload: () => void) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<{ words: string; failed?: true }>()
  const endSessions = async (sendCall: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    try {
      setMessage({ words: (await sendCall()).message })
    } catch {
      setMessage({ words: 'The session could not be ended. Please try again.', failed: true })
    }
    reload()
    setBusy(false)
  }
  return { busy, message, endSessions }
}

/**
 * Where a person is logged in. After a session is ended, the list is loaded again. The earlier list stays
 * until then, so that the focus is not lost.
 */
export function OwnSessions({ sessions: loadedSessions, reload, calls: { end, endOthers } }: Props) {
  const { busy, message, endSessions } = useEndSessions(reload)
  const [sessions, setSessions] = useState(loadedSessions.data?.results ?? [])
  const { data, error } = loadedSessions
  if (data && data.results !== sessions) setSessions(data.results)
  return (
    <section className="own-sessions mt6" aria-labelledby="sessions">
      <h2 id="sessions" className="mb4">
        Where you are logged in
      </h2>
      <div role="status">
        {message && (
          <p className={message.failed ? 'callout is-red mb4' : 'callout is-green mb4'}>{message.words}</p>
        )}
      </div>
      {error !== undefined && (
        <p className="callout is-red" role="alert">
          The list could not be loaded.{' '}
          <button className="link" type="button" onClick={reload}>
            Try again
          </button>
        </p>
      )}
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
      {sessions.length > 1 && (
        <>
          <p className="mt4">
            <button
              className="btn btn-2"
              type="button"
              aria-disabled={busy}
              onClick={() => void endSessions(endOthers)}
            >
              End all others
            </button>
          </p>
          <p className="small mt4">
            If you do not know one of these sessions, end it and change your password.
          </p>
        </>
      )}
    </section>
  )
}
