import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { paths } from '../paths.ts'
import { registerUnsent } from '../session/session.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { UnbrokenTimes } from '../ui/unbroken-times.tsx'
import { HeldBack } from './held-back.tsx'
import { type HeldApplication, resend, type SendProgress } from './resend.ts'
import { requiresAnyOf } from './verdicts.ts'

/**
 * Applications that the server has received and not accepted yet: shown and sent from every page where their
 * owner is.
 */
export default function StillSending({
  drafts,
  onSettled,
}: {
  drafts: HeldApplication[]
  onSettled: (job: number) => void
}) {
  return drafts.map((draft) => (
    <Sending key={`${draft.job} ${draft.tab}`} held={draft} onSettled={onSettled} />
  ))
}

const titleOf = (progress: SendProgress, { content: { context } }: HeldApplication): string => {
  if (progress.is === 'sending') return SENDING_WORDS.stillSending
  if (progress.is === 'asking')
    return SENDING_WORDS.fileRefused(
      DOCUMENT_KINDS.filter((kind) => progress.refused[kind]),
      context.job,
    )
  return progress.is === 'sent' ? WIZARD_WORDS.submitted : SENDING_WORDS.notSubmitted
}

const firstProgress = ({ content: { ticket, context } }: HeldApplication): SendProgress =>
  ticket.refused && !ticket.leftOut
    ? { is: 'asking', refused: ticket.refused, without: !requiresAnyOf(context.job, ticket.refused) }
    : { is: 'sending' }

function Sending({ held, onSettled }: { held: HeldApplication; onSettled: (job: number) => void }) {
  const [progress, setProgress] = useState<SendProgress>(() => firstProgress(held))
  const [heldBack, setHeldBack] = useState(false)
  const { is } = progress
  useEffect(() => resend(held, setProgress), [held])
  const settle = useEffectEvent(() => onSettled(held.job))
  useEffect(() => {
    if (is !== 'sending' && is !== 'asking') settle()
  }, [is])
  useEffect(() => {
    if (is !== 'sending' && is !== 'asking') return undefined
    return registerUnsent({
      send: () => Promise.reject(new Error('not taken yet')),
      onHeldBack: () => setHeldBack(true),
    })
  }, [is])
  if (is === 'gone') return null
  const { ticket, context } = held.content
  return (
    <section
      className={`callout mb4 ${is === 'failed' ? 'is-red' : is === 'asking' ? 'is-amber' : 'is-green'}`}
    >
      <div role="status">
        <h2 className="h-s">{titleOf(progress, held)}</h2>
        <p className="any bold">
          <JobTitle title={context.job.title} />
        </p>
        {progress.is === 'sending' && (
          <p>
            <UnbrokenTimes words={SENDING_WORDS.received(new Date(ticket.receivedAt))} />
          </p>
        )}
        {progress.is === 'sent' && <p>Reference number: {progress.reference ?? WIZARD_WORDS.noReference}</p>}
        {progress.is === 'sent' && progress.without.length > 0 && (
          <p>{SENDING_WORDS.sentWithout(progress.without, context.job)}</p>
        )}
        {progress.is === 'asking' && (
          <p>
            {Object.values(progress.refused).join(' ')}{' '}
            {progress.without ? (
              <UnbrokenTimes
                words={`${SENDING_WORDS.receivedShort(new Date(ticket.receivedAt))} ${SENDING_WORDS.openToChoose}`}
              />
            ) : (
              SENDING_WORDS.openToReplace
            )}
          </p>
        )}
        {progress.is === 'failed' && progress.sentence.split('\n').map((line) => <p key={line}>{line}</p>)}
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
