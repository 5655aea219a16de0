import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { STEPS } from '#contract/job-applications/words.ts'
import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'
import type { Document } from './form-context.ts'
import { educationWords, experienceWords, type RecordWords, refereeWords } from './record-words.ts'
import type { Wizard } from './use-wizard.ts'

/** A copy of the answers so far, as the receipt will have them. */
export function CopySoFar({ wizard }: { wizard: Wizard }) {
  const { draft, identity, today, context } = wizard
  const { education, experience, referees } = draft.answers
  const { idno } = identity
  return (
    <div className="receipt-box carbon wide-block">
      <div className="receipt-part">
        <p className="folio">
          <span>
            <Trans>Your copy so far</Trans>
          </span>
          <span className="ref">{context.job.reference}</span>
        </p>
        <p className="bold any">
          {identity.first_name} {identity.last_name}
        </p>
        <p className="small quiet num any">{idno && t`ID ${idno}`}</p>
      </div>
      <div className="receipt-perforation" />
      <div className="receipt-part">
        {/* STEPS has the names of the five steps from 0: 1 is Education, 2 Work Experience, 3 Referees. */}
        <dl>
          <CopiedList title={translate(STEPS[1])} entries={education.map(educationWords)} />
          <CopiedList
            title={translate(STEPS[2])}
            entries={experience.map((entry) => experienceWords(entry, today))}
          />
          <CopiedList title={translate(STEPS[3])} entries={referees.map(refereeWords)} />
          {requestedDocuments(context.job).length > 0 && <CopiedDocuments documents={context.documents} />}
        </dl>
      </div>
    </div>
  )
}

const Blank = () => (
  <dd className="blank">
    <span className="sr-only">
      <Trans>nothing yet</Trans>
    </span>
  </dd>
)

const CopiedList = ({ title, entries }: { title: string; entries: RecordWords[] }) => (
  <div>
    <dt>{title}</dt>
    {entries.length === 0 && <Blank />}
    {entries.map(({ what, when }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- an entry is identified by its position alone
      <dd key={index} className="any">
        {what} <span className="quiet">{when}</span>
      </dd>
    ))}
  </div>
)

const CopiedDocuments = ({ documents }: { documents: Document[] }) => (
  <div>
    <dt>{t`Documents`}</dt>
    {documents.length === 0 && <Blank />}
    {documents.map(({ kind, name }) => (
      <dd key={kind} className="any">
        <Icon name="page" size="icon-small" /> {name}
      </dd>
    ))}
  </div>
)
