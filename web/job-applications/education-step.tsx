import { educationYears } from '#contract/job-applications/rules.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { levelsOf } from './form-context.ts'
import type { Forms } from './draft.ts'
import { AddSheet, Records, type StepActions } from './entries.tsx'
import { educationWords } from './record-words.ts'
import { TryAgain } from './try-again.tsx'
import { asTyped, yearTyped } from './typed-text.ts'

/** S2 §2 Step 2: education. */
export function EducationStep({ actions }: { actions: StepActions }) {
  const { draft, context, today, change } = actions.wizard
  const form = draft.forms.education
  const set = (field: keyof Forms['education'], news: Partial<Forms['education']>) => {
    actions.clear(field)
    change((draft) => ({
      ...draft,
      forms: { ...draft.forms, education: { ...draft.forms.education, ...news } },
    }))
  }
  const { first, last } = educationYears(today)
  // W22: keep a chosen level that is no longer offered.
  const retired =
    form.qualification_level && !context.levels.some(({ id }) => id === form.qualification_level)
  const levels = [
    ...context.levels.map(({ id, name }) => [String(id), name] as const),
    ...(retired
      ? [[String(form.qualification_level), `${form.qualification_level_name} (retired)`] as const]
      : []),
  ]
  const choose = (value: string) =>
    set('qualification_level', {
      qualification_level: value ? Number(value) : undefined,
      qualification_level_name:
        context.levels.find(({ id }) => String(id) === value)?.name ??
        (value ? form.qualification_level_name : ''),
    })
  return (
    <>
      <h2 tabIndex={-1}>Education</h2>
      <p className="quiet mt1">
        Add every school and course that gave you a certificate. You may start with the highest.
      </p>
      <Records actions={actions} name="education" words={draft.answers.education.map(educationWords)} />
      <AddSheet
        actions={actions}
        name="education"
        titles={{ add: 'Add education', change: 'Change education' }}
        maxEntries={APPLICATION.maxEducation}
      >
        <TextField
          id="institution"
          label="Institution"
          hint="The school, college or university, as written on the certificate."
          maxLength={APPLICATION.maxLine}
          value={form.institution}
          onValue={(institution) => set('institution', { institution: asTyped(institution) })}
          error={actions.errors.institution}
        />
        <SelectField
          id="qualification_level"
          label="Qualification level"
          hint={
            context.levels.length === 0 && (
              <TryAgain
                what="levels"
                onPress={() => void levelsOf().then((levels) => actions.wizard.patchContext({ levels }))}
              />
            )
          }
          options={levels}
          value={form.qualification_level ? String(form.qualification_level) : ''}
          onValue={choose}
          error={actions.errors.qualification_level}
        />
        <TextField
          id="area_of_study"
          label="Area of study"
          hint="For KCSE or KCPE: the mean grade."
          maxLength={APPLICATION.maxLine}
          value={form.area_of_study}
          onValue={(area_of_study) => set('area_of_study', { area_of_study: asTyped(area_of_study) })}
          error={actions.errors.area_of_study}
        />
        <TextField
          id="year_of_completion"
          label="Year of graduation/completion"
          className="input num short"
          type="number"
          inputMode="numeric"
          autoComplete="off"
          // Scrolling the page must not change the year.
          onWheel={(event) => event.currentTarget.blur()}
          min={first}
          max={last}
          placeholder="2021"
          value={form.year_of_completion}
          onValue={(year) => set('year_of_completion', { year_of_completion: yearTyped(year) })}
          error={actions.errors.year_of_completion}
        />
      </AddSheet>
    </>
  )
}
