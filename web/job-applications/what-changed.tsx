import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CORRECTED_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'
import { type Change, changesOf, type Line } from './changes.ts'
import type { Wizard } from './use-wizard.ts'
import './what-changed.css'

/** The review of a correction compares what was sent with what is there now, side by side (W15). */
export function WhatChanged({ wizard }: { wizard: Wizard }) {
  const { correction } = wizard.context
  if (!correction) return null
  const changes = changesOf(wizard, correction.sent)
  return (
    <section className="changes mt5" aria-labelledby="what-changed">
      <h3 id="what-changed">{translate(CORRECTED_WORDS.changed)}</h3>
      {changes.length === 0 ? (
        <p className="quiet mt2">
          <Trans>Nothing is changed yet.</Trans>
        </p>
      ) : (
        changes.map((change) => <Sides key={change.title} change={change} />)
      )}
    </section>
  )
}

const Sides = ({ change: { title, before, now } }: { change: Change }) => (
  <section className="change">
    <h4>{title}</h4>
    <div className="sides">
      <Side name={t`What you sent`} lines={before} isBefore />
      <Side name={t({ message: 'Now', context: 'beside what you sent' })} lines={now} />
    </div>
  </section>
)

const Side = ({ name, lines, isBefore = false }: { name: string; lines: Line[]; isBefore?: boolean }) => (
  <div>
    <h5 className="small quiet">{name}</h5>
    {lines.length === 0 && (
      <p className="nothing">
        <Trans>Nothing</Trans>
      </p>
    )}
    <ul>
      {lines.map(({ words, isOnlyHere }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines keep their places
        <li className="any" key={index}>
          {isOnlyHere ? <Marked words={words} isBefore={isBefore} /> : words}
        </li>
      ))}
    </ul>
  </div>
)

/** Some screen readers do not read out the elements `ins` and `del`, so words say the same. */
const Marked = ({ words, isBefore }: { words: string; isBefore: boolean }) =>
  isBefore ? (
    <del>
      <span className="sr-only">
        <Trans>Goes:</Trans>{' '}
      </span>
      {words}
    </del>
  ) : (
    <ins>
      <span className="sr-only">
        <Trans>New:</Trans>{' '}
      </span>
      {words}
    </ins>
  )
