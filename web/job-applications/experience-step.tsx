import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { EARLIEST_WORK_DATE } from '#contract/job-applications/rules.ts'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { fieldAria, Field, TextField } from '../form/field.tsx'
import { translate } from '../language/translate.ts'
import type { Forms } from './draft.ts'
import { AddSheet, Records, type StepActions } from './entries.tsx'
import { isTyped, withNoExperienceRow } from './lists.ts'
import { experienceWords } from './record-words.ts'
import { TickBox } from './tick-box.tsx'
import { asTyped } from './typed-text.ts'

/** When fewer characters than this are left, the hint says how many. */
const FEW_CHARACTERS_LEFT = 300

type ExperienceForm = Forms['experience']

/** Step 3: the list of work experience, and the form that adds to it (S2 §2). */
export function ExperienceStep({ actions }: { actions: StepActions }) {
  const { draft, context, today, change } = actions.wizard
  const list = draft.answers.experience
  // If the job has come to require experience, the declaration is a row that can be removed or replaced.
  const hasNoExperience = !context.job.experience_required && list.some((entry) => entry.no_experience)
  // Some jobs require no experience. For them, the tick box is shown while the list has no real entries.
  const mayDeclareNone = !context.job.experience_required && (list.length === 0 || hasNoExperience)
  return (
    <>
      <h2 tabIndex={-1}>
        <Trans>Work Experience</Trans>
      </h2>
      <p className="quiet mt1">
        <Trans>Attachment, volunteering and casual work count too, paid or not.</Trans>
      </p>
      {mayDeclareNone && (
        <div className="callout mt4">
          <TickBox
            id="no_experience"
            label={translate(WIZARD_WORDS.noExperience)}
            checked={hasNoExperience}
            // A tick adds the one entry that declares no experience.
            onTick={(checked) =>
              checked ? actions.declareNone() : change((latest) => withNoExperienceRow(latest, undefined))
            }
          />
          <p className="small quiet">
            <Trans>
              Experience is not required for this job. Tick the box, or write down what you have done.
            </Trans>
          </p>
        </div>
      )}
      {!hasNoExperience && (
        <Records
          actions={actions}
          name="experience"
          words={list.map((entry) => experienceWords(entry, today))}
        />
      )}
      {/* Text from another device or an earlier version may exist beside the tick. Next would add that
          text. */}
      {(!hasNoExperience || isTyped('experience', draft)) && (
        <AddSheet
          actions={actions}
          name="experience"
          titles={{ add: t`Add work experience`, change: t`Change work experience` }}
          maxEntries={APPLICATION.maxExperience}
        >
          <ExperienceFields actions={actions} />
        </AddSheet>
      )}
    </>
  )
}

function ExperienceFields({ actions }: { actions: StepActions }) {
  const { draft, change } = actions.wizard
  const form = draft.forms.experience
  const set = (changes: Partial<ExperienceForm>) => {
    for (const field of Object.keys(changes)) actions.clear(field)
    change((latest) => ({
      ...latest,
      forms: { ...latest.forms, experience: { ...latest.forms.experience, ...changes } },
    }))
  }
  return (
    <>
      <TextField
        id="company"
        label={t`Company`}
        hint={t`The employer, school, office or group.`}
        autoComplete="organization"
        maxLength={APPLICATION.maxLine}
        value={form.company}
        // `asTyped` removes characters that cannot be stored.
        onValue={(company) => set({ company: asTyped(company) })}
        error={actions.errors.company}
      />
      <TextField
        id="position"
        label={t`Position`}
        autoComplete="organization-title"
        maxLength={APPLICATION.maxLine}
        value={form.position}
        onValue={(position) => set({ position: asTyped(position) })}
        error={actions.errors.position}
      />
      <Period actions={actions} set={set} />
      <TickBox
        id="currently_working"
        label={t`I currently work here`}
        checked={form.currently_working}
        onTick={(currently_working) => set({ currently_working, end_date: '' })}
      />
      <Responsibilities
        value={form.responsibilities}
        onValue={(responsibilities) => set({ responsibilities: asTyped(responsibilities) })}
        error={actions.errors.responsibilities}
      />
    </>
  )
}

type PeriodProps = { actions: StepActions; set: (changes: Partial<ExperienceForm>) => void }

/** The start and the end date; a person who still works there has no end date to fill in. */
function Period({ actions, set }: PeriodProps) {
  const { draft, today } = actions.wizard
  const form = draft.forms.experience
  return (
    <div className="pair mt5">
      <TextField
        id="start_date"
        label={t`Start date`}
        type="date"
        className="input num"
        min={EARLIEST_WORK_DATE}
        max={today}
        value={form.start_date}
        onValue={(start_date) => set({ start_date })}
        error={actions.errors.start_date}
      />
      {form.currently_working ? (
        <Field id="end_date" label={t`End date`}>
          <input className="input" id="end_date" value={translate(WIZARD_WORDS.present)} disabled readOnly />
        </Field>
      ) : (
        <TextField
          id="end_date"
          label={t`End date`}
          type="date"
          className="input num"
          min={form.start_date || EARLIEST_WORK_DATE}
          max={today}
          // If a person still works there, the stored entry has this word instead of an end date.
          value={form.end_date === WIZARD_WORDS.present ? '' : form.end_date}
          onValue={(end_date) => set({ end_date })}
          error={actions.errors.end_date}
        />
      )}
    </div>
  )
}

function Responsibilities({
  value,
  onValue,
  error,
}: {
  value: string
  onValue: (value: string) => void
  error: string | undefined
}) {
  const charactersLeft = APPLICATION.maxResponsibilities - value.length
  const hint =
    charactersLeft < FEW_CHARACTERS_LEFT
      ? t`${charactersLeft} characters left.`
      : t`Write two or three plain sentences. What did you do on a normal day?`
  return (
    <Field id="responsibilities" label={t`Responsibilities`} hint={hint} error={error}>
      <textarea
        {...fieldAria('responsibilities', { hint, error })}
        className="input"
        id="responsibilities"
        rows={4}
        maxLength={APPLICATION.maxResponsibilities}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  )
}
