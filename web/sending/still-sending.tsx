import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { WIZARD_WORDS } from '#contract/application-words.ts'
import { SENDING_WORDS } from '#contract/sending-words.ts'
import { paths } from '../paths.ts'
import { beforeLeaving } from '../session/session.ts'
import { HeldBack } from './held-back.tsx'
import { type Held, heldHere, resend, type Resending } from './resend.ts'

/** Applications that the server has received and not taken yet: said wherever their owner is, and sent from there. */
export default function StillSending({ drafts }: { drafts: Held[] }) {
  const [held, setHeld] = useState<Held[]>([])
  useEffect(() => {
    let current = true
    void heldHere(drafts).then((found) => current && setHeld(found))
    return () => void (current = false)
  }, [drafts])
  return held.map((one) => <One key={`${one.job} ${one.tab}`} held={one} />)
}

function One({ held }: { held: Held }) {
  const [news, setNews] = useState<Resending>({ is: 'sending' })
  const [heldBack, setHeldBack] = useState(false)
  const { is } = news
  useEffect(() => resend(held, setNews), [held])
  useEffect(() => {
    if (is !== 'sending') return undefined
    return beforeLeaving({ send: () => Promise.reject(new Error('not taken yet')), heldBack: () => setHeldBack(true) })
  }, [is])
  const { ticket, context } = held.content
  return (
    <section className={`callout mb4 ${is === 'failed' ? 'is-red' : 'is-green'}`}>
      <div role="status">
        <h2 className="h-s">{is === 'sending' ? SENDING_WORDS.stillSending : is === 'sent' ? WIZARD_WORDS.submitted : SENDING_WORDS.notSubmitted}</h2>
        <p className="any b">{context.job.title}</p>
        {news.is === 'sending' && <p>{SENDING_WORDS.received(new Date(ticket.receivedAt))}</p>}
        {news.is === 'sent' && <p>Reference number: {news.reference ?? WIZARD_WORDS.noReference}</p>}
        {news.is === 'failed' && <p>{news.sentence}</p>}
      </div>
      <p>
        {is === 'sent' ? (
          <Link className="tap" to={paths.applications()}>
            See my applications
          </Link>
        ) : (
          <Link className="tap" to={paths.apply(held.job)}>
            Open this application
          </Link>
        )}
      </p>
      {heldBack && <HeldBack onStay={() => setHeldBack(false)} receivedAt={ticket.receivedAt} />}
    </section>
  )
}
