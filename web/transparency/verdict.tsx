import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { clockTimeInFull, plainDate } from '#contract/dates.ts'
import type { Inclusion, Verified } from '#contract/transparency/endpoints.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { saveJson } from './read-receipt.ts'

const titleOf = ({ genuine, included }: Verified) => {
  if (!genuine) return 'Not a receipt of ours'
  return {
    yes: 'Genuine, and in the public log',
    waiting: 'Genuine',
    no: 'Signed by us, but not in the public log',
  }[included]
}

const UNCHANGEABLE =
  'We received this application at the moment below. No one can change, move or remove it unseen.'

/** The time that an entry of the log states. */
const entryTime = (entry: string) => {
  const parsed: { at: string } = JSON.parse(entry)
  return new Date(parsed.at)
}

type Props = { answer: Verified; issuer: string; reference: string }

const Advice = ({ genuine, included }: Verified) => {
  if (!genuine)
    return (
      <p className="mt3">
        This receipt may be false, or someone may have changed it. If it is yours, log in and open your
        application: the correct receipt is there. If not, <Link to={paths.contact}>write to us</Link>.
      </p>
    )
  return included === 'no' ? (
    <p className="mt3">
      <Link to={paths.contact}>Write to us</Link> and keep the receipt. It is your proof.
    </p>
  ) : null
}

/** A receipt that entered the log this much later says so. */
const SHOW_DELAY_FROM_MS = 60_000

type FactsProps = {
  inclusion: Inclusion
  reference: string
  receivedAt: Date
  enteredAt: Date
}

const Facts = ({ inclusion, reference, receivedAt, enteredAt }: FactsProps) => (
  <dl className="facts flush">
    <dt>Reference</dt>
    <dd className="num bold">{reference}</dd>
    <dt>Received</dt>
    <dd>
      <time dateTime={receivedAt.toISOString()}>
        <b className="nowrap">{plainDate(receivedAt)}</b>,{' '}
        <b className="nowrap">{clockTimeInFull(receivedAt)}</b> EAT
      </time>
    </dd>
    {enteredAt.getTime() - receivedAt.getTime() >= SHOW_DELAY_FROM_MS && (
      <>
        <dt>Entered in the log</dt>
        <dd>
          <time dateTime={enteredAt.toISOString()}>
            <span className="nowrap">{plainDate(enteredAt)}</span>,{' '}
            <span className="nowrap">{clockTimeInFull(enteredAt)}</span> EAT
          </time>
          <p className="small quiet">We were very busy. The time when we received the application counts.</p>
        </dd>
      </>
    )}
    <dt>Place in the log</dt>
    <dd className="num">
      <span className="nowrap">Number {(inclusion.leaf_index + 1).toLocaleString('en')}</span>{' '}
      <span className="nowrap">of {inclusion.tree_size.toLocaleString('en')}</span>
    </dd>
  </dl>
)

const ProofFile = ({ inclusion, reference }: { inclusion: Inclusion; reference: string }) => (
  <div className="receipt-part verdict-foot">
    <p className="small">
      You do not have to trust us. With the proof, the receipt and our public key, anyone can check this
      without us. <Link to={paths.transparency}>How to check the log</Link>
    </p>
    <p className="btn-row mt4">
      <button
        className="btn btn-2"
        type="button"
        onClick={() => saveJson(`proof-${reference}.json`, inclusion)}
      >
        <Icon name="save" /> Save the proof as a file
      </button>
    </p>
  </div>
)

/**
 * The result of checking a receipt, with the stamp and the proof. It takes the focus, so that it is read out.
 */
export function Verdict({ answer, issuer, reference }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [answer.genuine])
  const { inclusion } = answer
  const enteredAt = inclusion && entryTime(inclusion.entry)
  const receivedAt = answer.received_at === undefined ? enteredAt : new Date(answer.received_at)
  const isGood = answer.genuine && answer.included !== 'no'
  return (
    <article
      className={isGood ? 'receipt-box verdict good' : 'receipt-box verdict bad-receipt'}
      aria-labelledby="verdict"
    >
      <div className="receipt-part">
        <h2 id="verdict" tabIndex={-1} ref={title}>
          {titleOf(answer)}
        </h2>
        <p className="lead mt2">{answer.included === 'yes' ? UNCHANGEABLE : answer.message}</p>
        <Advice {...answer} />
      </div>
      {inclusion && enteredAt && receivedAt && (
        <>
          <div className="receipt-perforation" />
          <div className="receipt-part verdict-facts">
            <Facts
              inclusion={inclusion}
              reference={reference}
              receivedAt={receivedAt}
              enteredAt={enteredAt}
            />
            <Stamp
              id="verdict-stamp"
              word="Genuine"
              // The stamp has room only for a month of three letters.
              date={plainDate(receivedAt).replace(/(\w{3})\w*( \d{4})$/, '$1$2')}
              issuer={issuer}
            />
          </div>
          <div className="receipt-perforation" />
          <ProofFile inclusion={inclusion} reference={reference} />
        </>
      )}
    </article>
  )
}
