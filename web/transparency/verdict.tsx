import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { clockTimeInFull, plainDate } from '#contract/dates.ts'
import type { Inclusion, Verified } from '#contract/transparency/endpoints.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { saveJson } from './read-receipt.ts'

/** `genuine`: our key signed the receipt. `included`: whether the public log has the receipt's entry. */
const titleOf = ({ genuine, included }: Verified) => {
  if (!genuine) return t`Not a receipt of ours`
  return {
    yes: t`Genuine, and in the public log`,
    waiting: t`Genuine`,
    no: t`Signed by us, but not in the public log`,
  }[included]
}

/** The first sentence about a receipt that the public log has. */
const UNCHANGEABLE = t`We received this application at the moment below. No one can change, move or remove it unseen.`

/** The time that is written in an entry of the log. */
const entryTime = (entry: string) => {
  const parsed: { at: string } = JSON.parse(entry)
  return new Date(parsed.at)
}

type Props = { answer: Verified; issuer: string; reference: string }

const Advice = ({ genuine, included }: Verified) => {
  if (!genuine)
    return (
      <p className="mt3">
        <Trans>
          This receipt may be false, or someone may have changed it. If it is yours, log in and open your
          application: the correct receipt is there. If not, <Link to={paths.contact}>write to us</Link>.
        </Trans>
      </p>
    )
  return included === 'no' ? (
    <p className="mt3">
      <Trans>
        <Link to={paths.contact}>Write to us</Link> and keep the receipt. It is your proof.
      </Trans>
    </p>
  ) : null
}

/** If an application entered the log this much later than we received it, the page says so. */
const SHOW_DELAY_FROM_MS = 60_000

type FactsProps = {
  /** The position of the receipt's entry in the log, and the proof that it is there. */
  inclusion: Inclusion
  reference: string
  receivedAt: Date
  enteredAt: Date
}

const Facts = ({ inclusion, reference, receivedAt, enteredAt }: FactsProps) => {
  const [day, time] = [translate(plainDate(receivedAt)), translate(clockTimeInFull(receivedAt))]
  const [entryDay, entryClock] = [translate(plainDate(enteredAt)), translate(clockTimeInFull(enteredAt))]
  // `leaf_index` counts from 0, and people count from 1.
  const number = (inclusion.leaf_index + 1).toLocaleString('en')
  const total = inclusion.tree_size.toLocaleString('en')
  return (
    <dl className="facts flush">
      <dt>
        <Trans>Reference</Trans>
      </dt>
      <dd className="num bold">{reference}</dd>
      <dt>
        <Trans>Received</Trans>
      </dt>
      <dd>
        <time dateTime={receivedAt.toISOString()}>
          <Trans>
            <b className="nowrap">{day}</b>, <b className="nowrap">{time}</b> EAT
          </Trans>
        </time>
      </dd>
      {enteredAt.getTime() - receivedAt.getTime() >= SHOW_DELAY_FROM_MS && (
        <>
          <dt>
            <Trans>Entered in the log</Trans>
          </dt>
          <dd>
            <time dateTime={enteredAt.toISOString()}>
              <Trans>
                <span className="nowrap">{entryDay}</span>, <span className="nowrap">{entryClock}</span> EAT
              </Trans>
            </time>
            <p className="small quiet">
              <Trans>We were very busy. The time when we received the application counts.</Trans>
            </p>
          </dd>
        </>
      )}
      <dt>
        <Trans>Place in the log</Trans>
      </dt>
      <dd className="num">
        <Trans>
          <span className="nowrap">Number {number}</span> <span className="nowrap">of {total}</span>
        </Trans>
      </dd>
    </dl>
  )
}

const ProofFile = ({ inclusion, reference }: { inclusion: Inclusion; reference: string }) => (
  <div className="receipt-part verdict-foot">
    <p className="small">
      <Trans>
        You do not have to trust us. With the proof, the receipt and our public key, anyone can check this
        without us. <Link to={paths.transparency}>How to check the log</Link>
      </Trans>
    </p>
    <p className="btn-row mt4">
      <button
        className="btn btn-2"
        type="button"
        onClick={() => saveJson(`proof-${reference}.json`, inclusion)}
      >
        <Icon name="save" /> <Trans>Save the proof as a file</Trans>
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
  // Under load, an application enters the log later than the server received it. Receipts of an earlier
  // release do not say when it was received.
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
        <p className="lead mt2">{answer.included === 'yes' ? UNCHANGEABLE : translate(answer.message)}</p>
        {/* A sentence if a correction has replaced this version of the application; empty otherwise. */}
        {answer.superseded && <p className="callout is-amber mt4">{translate(answer.superseded)}</p>}
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
              word={t({ message: 'Genuine', context: 'word on a stamp' })}
              // The stamp has space only for `24 Nov 2026`, not for `24 November 2026`.
              date={translate(plainDate(receivedAt)).replace(/(\w{3})\w*( \d{4})$/, '$1$2')}
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
