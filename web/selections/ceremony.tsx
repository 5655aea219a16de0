import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ShownSelection } from './sample.server.ts'

type Props = { ceremony: ShownSelection['ceremony']; chain: string }

const Step = ({ title, time, children }: { title: string; time: string; children: ReactNode }) => (
  <li className="sel-step">
    <h3>{title}</h3>
    <p className="small quiet num">{time}</p>
    {children}
  </li>
)

const Digest = ({ name, value }: { name: string; value: string }) => (
  <p className="small any">
    {name}: <code>{value}</code>
  </p>
)

const Observers = ({ observers }: Pick<Props['ceremony'], 'observers'>) => (
  <ul className="small">
    {observers.map(({ name, commitment, reveal }) => (
      <li key={name} className="any">
        <b>{name}</b>: <code>{commitment}</code>
        <br />
        {reveal === null ? t`This observer said nothing in time. It counts as empty.` : t`Said: “${reveal}”`}
      </li>
    ))}
  </ul>
)

/** Dice in groups of five, so that they can be read out and compared. */
const grouped = (dice: string) => dice.match(/.{1,5}/g)?.join(' ') ?? dice

const Beacon = ({ ceremony: { beacon }, chain }: Props) => (
  <>
    <p>
      <Trans>
        Round <b className="num">{beacon.round}</b> of a public source of random numbers, drand quicknet. It
        comes last, so no one can choose anything after it.
      </Trans>
    </p>
    <Digest name={t`Chain`} value={chain} />
    <Digest name={t`Random number`} value={beacon.randomness} />
    <Digest name={t`Signature`} value={beacon.signature} />
  </>
)

/** What was fixed when, in the order in which it happened: the minutes of the ceremony. */
export const Ceremony = ({ ceremony, chain }: Props) => (
  <section className="band" aria-labelledby="ceremony">
    <h2 id="ceremony">
      <Trans>What was fixed when</Trans>
    </h2>
    <ol className="sel-steps mt4">
      <Step title={t`The rule`} time={ceremony.rule_at}>
        <p>
          <Trans>Two officers fixed the rule, and its fingerprint went into the public log.</Trans>
        </p>
        <Digest name={t`Rule`} value={ceremony.parts.rule} />
      </Step>
      <Step title={t`The pool`} time={ceremony.pool_at}>
        <p>
          <Trans>
            Two officers fixed who takes part: <b className="num">{ceremony.pool_count}</b> people. The round
            was named, and observers gave fingerprints of sentences that they kept to themselves.
          </Trans>
        </p>
        <Digest name={t`Root of the pool`} value={ceremony.parts.pool_root} />
      </Step>
      <Step title={t`Dice and sentences`} time={ceremony.dice_at}>
        <p>
          <Trans>
            Twenty throws before everyone, typed in by two officers:{' '}
            <b className="num nowrap">{grouped(ceremony.parts.dice)}</b>
          </Trans>
        </p>
        <Observers observers={ceremony.observers} />
      </Step>
      <Step title={t`The round`} time={ceremony.round_at}>
        <Beacon ceremony={ceremony} chain={chain} />
      </Step>
      <Step title={t`The seed`} time={ceremony.round_at}>
        <p>
          <Trans>All lots follow from the seed. It is the SHA-256 of everything above:</Trans>
        </p>
        <p className="sel-seed any">
          <code>{ceremony.seed}</code>
        </p>
      </Step>
    </ol>
  </section>
)
