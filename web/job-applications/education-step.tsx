import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { educationYears } from '#contract/job-applications/rules.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { translate } from '../language/translate.ts'
import { loadLevels } from './form-context.ts'
import type { Forms } from './draft.ts'
import { AddSheet, Records, type StepActions } from './entries.tsx'
import { educationWords } from './record-words.ts'
import { TryAgain } from './try-again.tsx'
import { asTyped, yearTyped } from './typed-text.ts'

type EducationForm = Forms['education']

/** Step 2: the list of certificates, and the form that adds to it (S2 §2). */
export const EducationStep = ({ actions }: { actions: StepActions }) => (
  <>
    <h2 tabIndex={-1}>
      <Trans>Education</Trans>
    </h2>
    <p className="quiet mt1">
      <Trans>Add every school and course that gave you a certificate. You may start with the highest.</Trans>
    </p>
    <Records
      actions={actions}
      name="education"
      words={actions.wizard.draft.answers.education.map(educationWords)}
    />
    <AddSheet
      actions={actions}
      name="education"
      titles={{ add: t`Add education`, change: t`Change education` }}
      maxEntries={APPLICATION.maxEducation}
    >
      <EducationFields actions={actions} />
    </AddSheet>
  </>
)

function EducationFields({ actions }: { actions: StepActions }) {
  const { draft, today, change } = actions.wizard
  const form = draft.forms.education
  const set = (field: keyof EducationForm, changes: Partial<EducationForm>) => {
    actions.clear(field)
    change((latest) => ({
      ...latest,
      forms: { ...latest.forms, education: { ...latest.forms.education, ...changes } },
    }))
  }
  const { first: firstYear, last: lastYear } = educationYears(today)
  return (
    <>
      <TextField
        id="institution"
        label={t`Institution`}
        hint={t`The school, college or university, as written on the certificate.`}
        maxLength={APPLICATION.maxLine}
        value={form.institution}
        // `asTyped` removes characters that cannot be stored.
        onValue={(institution) => set('institution', { institution: asTyped(institution) })}
        error={actions.errors.institution}
      />
      <LevelField actions={actions} onLevel={(level) => set('qualification_level', level)} />
      <TextField
        id="area_of_study"
        label={t`Area of study`}
        hint={t`For KCSE or KCPE, write the mean grade.`}
        maxLength={APPLICATION.maxLine}
        value={form.area_of_study}
        onValue={(area_of_study) => set('area_of_study', { area_of_study: asTyped(area_of_study) })}
        error={actions.errors.area_of_study}
      />
      <TextField
        id="year_of_completion"
        label={t`Year of graduation/completion`}
        className="input num short"
        type="number"
        inputMode="numeric"
        autoComplete="off"
        // Scrolling the page over this field must not change the year.
        onWheel={(event) => event.currentTarget.blur()}
        min={firstYear}
        max={lastYear}
        placeholder="2021"
        value={form.year_of_completion}
        onValue={(year) => set('year_of_completion', { year_of_completion: yearTyped(year) })}
        error={actions.errors.year_of_completion}
      />
    </>
  )
}

type ChosenLevel = Pick<EducationForm, 'qualification_level' | 'qualification_level_name'>

function LevelField({ actions, onLevel }: { actions: StepActions; onLevel: (level: ChosenLevel) => void }) {
  const { draft, context, patchContext } = actions.wizard
  const { qualification_level: chosenId, qualification_level_name: chosenName } = draft.forms.education
  const options = context.levels.map(({ id, name }) => [String(id), name] as const)
  // If the chosen level is no longer offered, it stays among the choices (W22).
  const isOutsideList = chosenId && !context.levels.some(({ id }) => id === chosenId)
  const retiredLevel = translate(chosenName)
  // While the list could not be loaded, nothing says that the level is retired.
  const isListLoaded = context.levels.length > 0
  if (isOutsideList)
    options.push([String(chosenId), isListLoaded ? t`${retiredLevel} (retired)` : retiredLevel])
  const choose = (value: string) => {
    const offered = context.levels.find(({ id }) => String(id) === value)
    onLevel({
      qualification_level: value ? Number(value) : undefined,
      // A level that is no longer offered keeps the name that the draft has.
      qualification_level_name: offered?.name ?? (value ? chosenName : ''),
    })
  }
  const loadAgain = () => void loadLevels().then((levels) => patchContext({ levels }))
  return (
    <SelectField
      id="qualification_level"
      label={t`Qualification level`}
      hint={context.levels.length === 0 && <TryAgain what={t`levels`} onPress={loadAgain} />}
      options={options}
      value={chosenId ? String(chosenId) : ''}
      onValue={choose}
      error={actions.errors.qualification_level}
    />
  )
}
