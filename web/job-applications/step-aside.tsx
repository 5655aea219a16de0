import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Step } from '#contract/job-applications/words.ts'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'
import { CopySoFar } from './copy-so-far.tsx'
import { type MissingItem, optionalDocuments, stillNeeded } from './missing.ts'
import { canPressTabs, DOCUMENTS_STEP, REVIEW_STEP } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

type AsideProps = { wizard: Wizard; onStep: (step: Step) => void }

/** The margin beside a step: what is still missing and, on a wide screen, a copy of the answers so far. */
export function StepAside({ wizard, onStep }: AsideProps) {
  const needed = stillNeeded(wizard)
  return (
    <aside className="margin-note" aria-label={t`Your application so far`}>
      <h2 className="heading-small">{needed.length > 0 ? t`Needed` : t`Nothing is missing`}</h2>
      {needed.length > 0 ? (
        <ul className="small lacks">
          {needed.map((item) => (
            <NeededItem key={item.words} item={item} wizard={wizard} onStep={onStep} />
          ))}
        </ul>
      ) : (
        <p className="small">
          <button className="link" type="button" onClick={() => onStep(REVIEW_STEP)}>
            <Trans>Read it through and submit</Trans>
          </button>
        </p>
      )}
      <OptionalDocuments wizard={wizard} />
      <p className="small quiet mt3">
        {/* Step 1 has no list to which Next could add an entry. */}
        {wizard.step === 1
          ? t`We save everything while you write. You can stop and come back.`
          : t`Next adds what is in the form, so nothing you typed is lost.`}
      </p>
      <CopySoFar wizard={wizard} />
    </aside>
  )
}

function NeededItem({ item, wizard, onStep }: AsideProps & { item: MissingItem }) {
  const { step, words, isTyped } = item
  const isElsewhere = step !== wizard.step
  return (
    <li className={isTyped ? 'typed' : undefined}>
      {isTyped ? (
        <Icon name="pen" size="icon-small" />
      ) : (
        <span className="bang" aria-hidden="true">
          !
        </span>
      )}
      <span>
        {isElsewhere && canPressTabs(wizard) ? (
          <button className="link" type="button" onClick={() => onStep(step)}>
            {words}
          </button>
        ) : (
          words
        )}
        {isElsewhere && (
          <>
            {' '}
            <span className="quiet nowrap">
              <Trans>· step {step}</Trans>
            </span>
          </>
        )}
      </span>
    </li>
  )
}

function OptionalDocuments({ wizard }: { wizard: Wizard }) {
  const names = optionalDocuments(wizard)
  // The translated text below names this variable.
  const step = DOCUMENTS_STEP
  if (names.length === 0) return null
  return (
    <>
      <h2 className="heading-small mt3">
        <Trans>You may add</Trans>
      </h2>
      <ul className="small may-add">
        {names.map((name) => (
          <li key={name}>
            {translate(name)}
            {wizard.step !== step && (
              <span className="quiet nowrap">
                {' '}
                <Trans>· step {step}</Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
