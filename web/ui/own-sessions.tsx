import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import type { SessionLine } from '#contract/accounts/sessions.ts'
import { useAnswer } from '../use-answer.ts'
import './own-sessions.css'

type Calls = {
  list: () => Promise<{ results: SessionLine[] }>
  end: (id: string) => Promise<{ message: string }>
  endOthers: () => Promise<{ message: string }>
}

const Line = ({ session, onEnd }: { session: SessionLine; onEnd: () => void }) => (
  <li>
    <div>
      <p>
        <b>{session.device}</b>
        {session.present && <span className="quiet">, this browser</span>}
      </p>
      <p className="small quiet">
        Logged in <span className="nw">{shortDeadline(session.began_at)}</span>, last used{' '}
        <span className="nw">{shortDeadline(session.last_used_at)}</span>
      </p>
    </div>
    {!session.present && (
      <button className="btn btn-2 btn-s" type="button" onClick={onEnd}>
        End this session
        <span className="vh">
          {' '}
          of {session.device}, logged in {shortDeadline(session.began_at)}
        </span>
      </button>
    )}
  </li>
)

/**
 * Where a person is logged in, loaded again when `round` changes. Ending a session shows a message and loads
 * the list again.
 */
export function OwnSessions({ round, calls: { list, end, endOthers } }: { round: number; calls: Calls }) {
  const [ended, setEnded] = useState(0)
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<{ words: string; failed?: true }>()
  const [known, setKnown] = useState<SessionLine[]>([])
  const answer = useAnswer(`${round} ${ended}`, async () => {
    const { results } = await list()
    setKnown(results)
    return results
  })
  // While the list loads again, the last one stays, so that focus and position are not lost.
  const sessions = answer.state === 'here' ? answer.data : known
  const act = async (work: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    try {
      setTold({ words: (await work()).message })
    } catch {
      setTold({ words: 'That could not be done. Please try again.', failed: true })
    }
    setEnded((before) => before + 1)
    setBusy(false)
  }
  return (
    <section className="own-sessions mt6" aria-labelledby="sessions">
      <h2 id="sessions" className="mb4">
        Where you are logged in
      </h2>
      <div role="status">
        {told && <p className={told.failed ? 'callout is-red mb4' : 'callout is-green mb4'}>{told.words}</p>}
      </div>
      {answer.state === 'failed' && (
        <p className="callout is-red" role="alert">
          The list could not be read.{' '}
          <button className="link" type="button" onClick={answer.again}>
            Try again
          </button>
        </p>
      )}
      {answer.state !== 'failed' && sessions.length > 0 && (
        <ul className="sessions">
          {sessions.map((session) => (
            <Line key={session.id} session={session} onEnd={() => void act(() => end(session.id))} />
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
              onClick={() => void act(endOthers)}
            >
              End all others
            </button>
          </p>
          <p className="small mt4">You do not know one of these? End it, and change your password.</p>
        </>
      )}
    </section>
  )
}
