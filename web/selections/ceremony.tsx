import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ShownCeremony } from './ceremony.server.ts'

type Props = { ceremony: ShownCeremony }

const Step = ({ title, time, children }: { title: string; time: string | null; children: ReactNode }) => (
  <li className="sel-step">
    <h3>{title}</h3>
    {time && <p className="small quiet num">{time}</p>}
    {children}
  </li>
)

const Digest = ({ name, value }: { name: string; value: string }) => (
  <p className="small any">
    {name}: <code>{value}</code>
  </p>
)

type Observer = ShownCeremony['observers'][number]
function revealWords({ reveal, isAwaited }: Observer): string {
  if (reveal !== null) return t`Said: “${reveal}”`
  return isAwaited ? t`Has not said it yet.` : t`This observer said nothing in time. It counts as empty.`
}

const Observers = ({ observers }: Pick<ShownCeremony, 'observers'>) => (
  <ul className="small">
    {observers.map((observer) => (
      <li key={observer.name} className="any">
        <b>{observer.name}</b>: <code>{observer.commitment}</code>
        <br />
        {revealWords(observer)}
      </li>
    ))}
  </ul>
)

/** Digits in groups of five, `01234 56789`, so that people can read them out and compare them. */
const grouped = (dice: string) => dice.match(/.{1,5}/g)?.join(' ') ?? dice

const Dice = ({ ceremony: { dice, observers, until } }: Props) => (
  <Step title={t`Dice and sentences`} time={dice?.at ?? null}>
    {dice ? (
      <p>
        <Trans>
          Twenty throws before everyone, typed in by two officers:{' '}
          <b className="num nowrap">{grouped(dice.throws)}</b>
        </Trans>
      </p>
    ) : (
      <p>
        <Trans>There are no throws of the dice yet.</Trans>
      </p>
    )}
    {until && (
      <p className="small">
        <Trans>Throws and sentences count until {until}.</Trans>
      </p>
    )}
    {observers.length > 0 && <Observers observers={observers} />}
  </Step>
)

const Round = ({ ceremony: { beacon, round, chain } }: Props) => (
  <Step title={t`The round`} time={round.at}>
    <p>
      <Trans>
        Round <b className="num">{beacon?.round ?? round.number}</b> of a public source of random numbers,
        drand quicknet. It comes last, so no one can choose anything after it.
      </Trans>
    </p>
    {beacon && beacon.round !== round.number && (
      <p>
        <Trans>
          Round {round.number} was named. It did not come within an hour, so a later one counts. If{' '}
          <a href={round.address}>the source has round {round.number}</a>, or one before {beacon.round}, this
          seed is not valid.
        </Trans>
      </p>
    )}
    <Digest name={t`Chain`} value={chain} />
    {beacon && (
      <>
        <Digest name={t`Random number`} value={beacon.randomness} />
        <Digest name={t`Signature`} value={beacon.signature} />
      </>
    )}
  </Step>
)

const Seed = ({ ceremony: { seed, round } }: Props) => (
  <Step title={t`The seed`} time={seed && round.at}>
    {seed === null ? (
      <p>
        <Trans>No one knows it yet. It follows from everything above.</Trans>
      </p>
    ) : (
      <>
        <p>
          <Trans>All lots follow from the seed. It is the SHA-256 of everything above:</Trans>
        </p>
        <p className="sel-seed any">
          <code>{seed}</code>
        </p>
      </>
    )}
  </Step>
)

/** The minutes of a ceremony: what was fixed when, in the order in which it happened. */
export const Ceremony = ({ ceremony }: Props) => {
  const { rule, pool } = ceremony
  return (
    <ol className="sel-steps mt4">
      <Step title={t`The rule`} time={rule.at}>
        <p>
          <Trans>Two officers approved the rule, and its fingerprint went into the public log.</Trans>
        </p>
        <Digest name={t`Rule`} value={rule.digest} />
      </Step>
      <Step title={t`The pool`} time={pool.at}>
        <p>
          <Trans>
            Two officers fixed who takes part: <b className="num">{pool.count}</b> people. The round was
            named, and observers gave fingerprints of sentences that they kept to themselves.
          </Trans>
        </p>
        <Digest name={t`Root of the pool`} value={pool.root} />
      </Step>
      <Dice ceremony={ceremony} />
      <Round ceremony={ceremony} />
      <Seed ceremony={ceremony} />
    </ol>
  )
}
