import { type Step, STEPS } from '#contract/job-applications/words.ts'
import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { Icon } from '../ui/icon.tsx'
import { optionalDocuments, stillNeeded } from './missing.ts'
import { educationWords, experienceWords, type RecordWords, refereeWords } from './record-words.ts'
import { canPressTabs } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

/** Beside the step: what is still missing and, on a wide screen, a copy of what is written already. */
export function StepAside({ wizard, onStep }: { wizard: Wizard; onStep: (step: Step) => void }) {
  const needed = stillNeeded(wizard)
  const optional = optionalDocuments(wizard)
  const { step } = wizard
  const free = canPressTabs(wizard)
  return (
    <aside className="beside" aria-label="Your application so far">
      <h2 className="h-s">{needed.length > 0 ? 'Needed' : 'Nothing is missing'}</h2>
      {needed.length > 0 ? (
        <ul className="small lacks">
          {needed.map(({ step: at, words, isTyped }) => (
            <li key={words} className={isTyped ? 'typed' : undefined}>
              {isTyped ? (
                <Icon name="pen" size="i-s" />
              ) : (
                <span className="bang" aria-hidden="true">
                  !
                </span>
              )}
              <span>
                {at !== step && free ? (
                  <button className="link" type="button" onClick={() => onStep(at)}>
                    {words}
                  </button>
                ) : (
                  words
                )}
                {at !== step && (
                  <>
                    {' '}
                    <span className="quiet nowrap">· step {at}</span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="small">
          <button className="link" type="button" onClick={() => onStep(5)}>
            Read it through and submit
          </button>
        </p>
      )}
      {optional.length > 0 && (
        <>
          <h2 className="h-s mt3">You may add</h2>
          <ul className="small may-add">
            {optional.map((name) => (
              <li key={name}>
                {name}
                {step !== 4 && <span className="quiet nowrap"> · step 4</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small quiet mt3">
        {step === 1
          ? 'Everything you write is kept as you write it. You can stop and come back.'
          : 'Next adds what is in the form, so nothing you typed is lost.'}
      </p>
      <Copy wizard={wizard} />
    </aside>
  )
}

function Copy({ wizard }: { wizard: Wizard }) {
  const { draft, identity, today, context } = wizard
  const parts: [string, RecordWords[]][] = [
    [STEPS[1], draft.answers.education.map(educationWords)],
    [STEPS[2], draft.answers.experience.map((entry) => experienceWords(entry, today))],
    [STEPS[3], draft.answers.referees.map(refereeWords)],
  ]
  return (
    <div className="receipt-box carbon desk">
      <div className="receipt-part">
        <p className="folio">
          <span>Your copy so far</span>
          <span className="ref">{context.job.reference}</span>
        </p>
        <p className="bold any">
          {identity.first_name} {identity.last_name}
        </p>
        <p className="small quiet num any">{identity.idno && `ID ${identity.idno}`}</p>
      </div>
      <div className="receipt-perforation" />
      <div className="receipt-part">
        <dl>
          {parts.map(([name, entries]) => (
            <div key={name}>
              <dt>{name}</dt>
              {entries.length === 0 ? (
                <dd className="blank">
                  <span className="sr-only">nothing yet</span>
                </dd>
              ) : (
                entries.map((recordWords, index) => (
                  // An entry is identified by its position alone.
                  // oxlint-disable-next-line react/no-array-index-key
                  <dd key={index} className="any">
                    {recordWords.what} <span className="quiet">{recordWords.when}</span>
                  </dd>
                ))
              )}
            </div>
          ))}
          {requestedDocuments(context.job).length > 0 && (
            <div>
              <dt>Documents</dt>
              {context.documents.length === 0 ? (
                <dd className="blank">
                  <span className="sr-only">nothing yet</span>
                </dd>
              ) : (
                context.documents.map((document) => (
                  <dd key={document.kind} className="any">
                    <Icon name="page" size="i-s" /> {document.name}
                  </dd>
                ))
              )}
            </div>
          )}
        </dl>
      </div>
    </div>
  )
}
