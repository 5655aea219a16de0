import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { ago } from './ago.ts'
import { many } from './bar.tsx'

type Figures = Reply<'GET /api/staff/reports/'>
type Dead = Figures['dead'][number]

/** Queued emails that are not sent yet. */
export const WaitingEmails = ({ waiting, at }: { waiting: Figures['waiting']; at: string }) => (
  <section aria-labelledby="waiting">
    <h2 id="waiting">
      Emails waiting <span className="num">{many(waiting.reduce((all, { count }) => all + count, 0))}</span>
    </h2>
    {waiting.length === 0 ? (
      <p className="empty">No email waits.</p>
    ) : (
      <table className="tbl fi-letters">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col" className="fgr">
              Waiting
            </th>
            <th scope="col" className="fgr">
              Put off
            </th>
            <th scope="col">The oldest since</th>
          </tr>
        </thead>
        <tbody>
          {waiting.map((it) => (
            <tr key={it.topic}>
              <th scope="row">{it.words}</th>
              <td className="fgr num" data-label="waiting">
                {many(it.count)}
              </td>
              <td className="fgr num" data-label="put off">
                {many(it.put_off)}
              </td>
              <td className="nw">{ago(it.oldest, at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

/** The meaning of a mail server's code. */
const errorInWords = (error: string) => {
  if (/^55[013]$/.test(error)) return `${error}, the mailbox was not accepted`
  if (/^5\d\d$/.test(error)) return `${error}, refused by the mail server`
  return error || 'not given'
}

function Retry({ it, onDone }: { it: Dead; onDone: (words: string, red?: boolean) => void }) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { retried, left } = await call('POST /api/staff/emails/retry/', {
        body: { topic: it.topic, failure: it.error },
      })
      onDone(
        `${many(retried)} ${retried === 1 ? 'email is' : 'emails are'} sent again.${left > 0 ? ` ${many(left)} are left.` : ''}`,
      )
    } catch (error) {
      onDone(
        (isCallFailed(error) && firstOf(error.body, ['message'])) ||
          'They could not be sent. Please try again.',
        true,
      )
    }
    setBusy(false)
  }
  return (
    <button className="btn btn-2 btn-s" type="button" aria-disabled={busy} onClick={() => void retry()}>
      Send again
      <span className="vh">
        : {it.words}, {it.error}
      </span>
    </button>
  )
}

/** Emails that no mail server accepted, by kind and by its message. Officers who may can send them again. */
export function FailedEmails({
  dead,
  mayRetry,
  again,
}: {
  dead: Dead[]
  mayRetry: boolean
  again: () => void
}) {
  const [said, setSaid] = useState<ResultWords>()
  return (
    <section aria-labelledby="failed">
      <h2 id="failed">
        Failed emails <span className="num">{many(dead.reduce((all, { count }) => all + count, 0))}</span>
      </h2>
      <ResultMessage said={said} after={dead} className="mb3" />
      {dead.length === 0 ? (
        <p className="empty">No email has failed.</p>
      ) : (
        <table className="tbl fi-letters">
          <caption className="tiny quiet">
            The mail server refused these. They are kept for 30 days. Recipients are not shown.
          </caption>
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">Answer</th>
              <th scope="col" className="fgr">
                Failed
              </th>
              <th scope="col">The last</th>
              <th scope="col">
                <span className="vh">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {dead.map((it) => (
              <tr key={`${it.topic} ${it.error}`}>
                <th scope="row">{it.words}</th>
                <td className="num">{errorInWords(it.error)}</td>
                <td className="fgr num" data-label="failed">
                  {many(it.count)}
                </td>
                <td className="nw">{shortDeadline(it.last)}</td>
                <td>
                  {mayRetry &&
                    (it.may_retry ? (
                      <Retry
                        it={it}
                        onDone={(words, red = false) => {
                          setSaid({ words, red })
                          again()
                        }}
                      />
                    ) : (
                      <span className="quiet">It has expired; the person can request a new one</span>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
