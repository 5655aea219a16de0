import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { longDeadline } from '#contract/dates.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'
import { type HeldTicket, refusedKinds } from '../sending/verdicts.ts'
import { UnbrokenTimes } from '../ui/unbroken-times.tsx'
import { documentFieldId } from './document-field.tsx'
import { may } from './states.ts'
import { DOCUMENTS_STEP } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

/** Why the last try to submit failed; undefined during the first try. */
const reasonToWait = ({ is, waitingFor }: Pick<Wizard, 'is' | 'waitingFor'>) =>
  is === 'retrying' || is === 'ticketed' ? waitingFor : undefined

/** The state of the submit in one short line for the bar. */
export const underwayLine = (wizard: Pick<Wizard, 'is' | 'ticket' | 'waitingFor'>): string => {
  if (wizard.ticket) return translate(SENDING_WORDS.receivedShort(new Date(wizard.ticket.receivedAt)))
  return reasonToWait(wizard) ? t`Not sent yet. We will keep trying.` : translate(WIZARD_WORDS.submitting)
}

type Props = { wizard: Wizard; onStep: (step: Step, field?: string) => void }

/** What a person reads between Submit and the verdict; empty during the first try. */
export function Underway({ wizard, onStep }: Props) {
  const { is, ticket } = wizard
  if (ticket && is === 'fileRefused') return <FileRefused wizard={wizard} ticket={ticket} onStep={onStep} />
  if (ticket) return <Received wizard={wizard} ticket={ticket} />
  // A repeated try keeps the state `retrying`, so that this box stays on the page.
  return is === 'retrying' ? <NotSentYet wizard={wizard} /> : null
}

function FileRefused({ wizard, ticket, onStep }: Props & { ticket: HeldTicket }) {
  const { context, session } = wizard
  const refused = refusedKinds(ticket)
  const chooseOther = () => {
    session.holdBack()
    onStep(DOCUMENTS_STEP, refused[0] && documentFieldId(refused[0]))
  }
  return (
    <Box title={translate(SENDING_WORDS.fileRefused(refused, context.job))} colour="is-amber">
      <p>
        {Object.values(ticket.refused ?? {})
          .map((reason) => translate(reason))
          .join(' ')}
      </p>
      <p className="mt2">
        <UnbrokenTimes
          words={`${translate(SENDING_WORDS.receivedShort(new Date(ticket.receivedAt)))} ${translate(SENDING_WORDS.ask(context.job.expiry_date))}`}
        />
      </p>
      <p className="btn-row mt4">
        <button className="btn btn-2" type="button" onClick={chooseOther}>
          {translate(SENDING_WORDS.chooseOther)}
        </button>
        <button className="btn btn-2" type="button" onClick={session.leaveOutFiles}>
          {translate(SENDING_WORDS.sendWithout)}
        </button>
      </p>
    </Box>
  )
}

const Received = ({ wizard, ticket }: { wizard: Wizard; ticket: HeldTicket }) => (
  <Box title={translate(SENDING_WORDS.receivedTitle)} colour="is-green">
    <p>
      <UnbrokenTimes words={translate(SENDING_WORDS.received(new Date(ticket.receivedAt)))} />
    </p>
    {wizard.waitingFor === 'files' && <p className="mt2">{translate(SENDING_WORDS.files)}</p>}
    {ticket.leftOut && (
      <p className="mt2">
        {translate(SENDING_WORDS.sendingWithout(refusedKinds(ticket), wizard.context.job))}
      </p>
    )}
  </Box>
)

function NotSentYet({ wizard: { is, waitingFor, context, session } }: { wizard: Wizard }) {
  const isOffline = waitingFor === 'network'
  return (
    <Box
      // Another reason makes a new box, which takes the focus.
      key={isOffline ? 'network' : 'busy'}
      title={isOffline ? t`Waiting for the network` : translate(SENDING_WORDS.busyTitle)}
      colour="is-amber"
    >
      {isOffline ? (
        <OfflineNote deadline={context.job.expiry_date} />
      ) : (
        <p>{translate(SENDING_WORDS.busy)}</p>
      )}
      {may(is, 'hold back submit') && (
        <p className="mt2">
          <button className="link" type="button" onClick={session.holdBack}>
            <Trans>Do not send it yet</Trans>
          </button>
        </p>
      )}
    </Box>
  )
}

const Box = ({ title, colour, children }: { title: string; colour: string; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  // This box is at the end of the page. It takes the focus, so that the person sees it.
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={`callout ${colour} mt5 is-focus`} role="status" tabIndex={-1} ref={box}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

export const OfflineNote = ({ deadline }: { deadline: string | null }) => {
  // A moment such as `Thursday, 3 December 2026 at 5:00 p.m. EAT`, in two parts.
  const [day, time] = longDeadline(deadline)
    .split(' at ')
    .map((part) => translate(part))
  return (
    <>
      <p>
        <Trans>
          Your application is kept on this device and is <b>not sent yet</b>. It will be sent automatically
          when the network is back, if this page is open. If you close it, open it again later.
        </Trans>
      </p>
      <p className="mt3">
        <b>
          <Trans>The time when it reaches our server counts</Trans>
        </b>
        {deadline ? (
          <Trans>
            , and the server closes on {day} at <span className="nowrap">{time}</span>.
          </Trans>
        ) : (
          '.'
        )}
      </p>
    </>
  )
}
