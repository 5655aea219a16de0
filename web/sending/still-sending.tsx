import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { registerUnsent } from '../session/unsent.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { UnbrokenTimes } from '../ui/unbroken-times.tsx'
import { LogoutQuestion } from './logout-question.tsx'
import { type HeldApplication, resend, type SendProgress } from './resend.ts'
import { requiresAnyOf } from './verdicts.ts'

/**
 * The applications that the server has received and not accepted yet. Every page on which their owner is
 * logged in shows and sends them.
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

/** Before the first try, files that were refused earlier already wait for the person's choice. */
const firstProgress = ({ content: { ticket, context } }: HeldApplication): SendProgress =>
  ticket.refused && !ticket.leftOut
    ? { is: 'asking', refused: ticket.refused, canSendWithout: !requiresAnyOf(context.job, ticket.refused) }
    : { is: 'sending' }

const isSettled = ({ is }: SendProgress) => is !== 'sending' && is !== 'asking'

/** Sends the application. A logout is held back until there is a verdict. */
function useResend(held: HeldApplication, onSettled: (job: number) => void) {
  const [progress, setProgress] = useState<SendProgress>(() => firstProgress(held))
  const [isLogoutHeldBack, setLogoutHeldBack] = useState(false)
  const settled = isSettled(progress)
  useEffect(() => resend(held, setProgress), [held])
  const reportSettled = useEffectEvent(() => onSettled(held.job))
  useEffect(() => {
    if (settled) reportSettled()
  }, [settled])
  useEffect(() => {
    if (settled) return undefined
    return registerUnsent({
      // This always rejects: before a verdict, a logout would delete the application from this device.
      send: () => Promise.reject(new Error('the application has no verdict yet')),
      onLogoutHeldBack: () => setLogoutHeldBack(true),
    })
  }, [settled])
  return { progress, isLogoutHeldBack, stay: () => setLogoutHeldBack(false) }
}

const COLOURS = { sending: 'is-green', sent: 'is-green', asking: 'is-amber', failed: 'is-red' } as const

type SendingProps = { held: HeldApplication; onSettled: (job: number) => void }

function Sending({ held, onSettled }: SendingProps) {
  const { progress, isLogoutHeldBack, stay } = useResend(held, onSettled)
  if (progress.is === 'gone') return null
  const { ticket, context } = held.content
  return (
    <section className={`callout mb4 ${COLOURS[progress.is]}`}>
      <div role="status">
        <h2 className="heading-small">{translate(titleOf(progress, held))}</h2>
        <p className="any bold" lang={textLanguage(context.job, 'title')}>
          <JobTitle title={context.job.title} />
        </p>
        <ProgressText progress={progress} content={held.content} />
      </div>
      <p>
        {progress.is === 'sent' ? (
          <Link className="tap" to={paths.applications()}>
            <Trans>See my applications</Trans>
          </Link>
        ) : (
          <Link className="tap" to={paths.apply(held.job)}>
            <Trans>Open this application</Trans>
          </Link>
        )}
      </p>
      {isLogoutHeldBack && <LogoutQuestion onStay={stay} receivedAt={ticket.receivedAt} />}
    </section>
  )
}

type TextProps = { progress: SendProgress; content: HeldApplication['content'] }

function ProgressText({ progress, content: { ticket, context } }: TextProps) {
  const receivedAt = new Date(ticket.receivedAt)
  switch (progress.is) {
    case 'sending':
      return (
        <p>
          <UnbrokenTimes words={SENDING_WORDS.received(receivedAt)} />
        </p>
      )
    case 'sent': {
      const reference = progress.reference ?? translate(WIZARD_WORDS.noReference)
      return (
        <>
          <p>
            <Trans>Reference number: {reference}</Trans>
          </p>
          {progress.withoutFiles.length > 0 && (
            <p>{translate(SENDING_WORDS.sentWithout(progress.withoutFiles, context.job))}</p>
          )}
        </>
      )
    }
    case 'asking':
      return (
        <p>
          {Object.values(progress.refused)
            .map((sentence) => translate(sentence))
            .join(' ')}{' '}
          {progress.canSendWithout ? (
            <>
              <UnbrokenTimes words={SENDING_WORDS.receivedShort(receivedAt)} />{' '}
              {translate(SENDING_WORDS.openToChoose)}
            </>
          ) : (
            translate(SENDING_WORDS.openToReplace)
          )}
        </p>
      )
    case 'failed':
      return translate(progress.sentence)
        .split('\n')
        .map((line) => <p key={line}>{line}</p>)
    case 'gone':
      return null
  }
}
