import { t } from '@lingui/core/macro'
import { MESSAGES } from '#contract/messages/limits.ts'
import { TextField } from '../form/field.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { FieldButtons } from './field-buttons.tsx'

type Words = { subject: string; body: string }
type Props = {
  /** A prefix for the ids of the two inputs, where another form on the page has the same inputs. */
  prefix?: string
  words: Words
  onWords: (changed: Partial<Words>) => void
  errorAt: (field: string) => string | undefined
}

const SAMPLE_FIELD = '{{first_name}}'
const HINT = t`Plain text. An empty line starts a new paragraph. The email starts with “Dear” and the first name, and ends with our name: do not write them. Put a field in two braces, such as ${SAMPLE_FIELD}: it is filled for each applicant.`

/** The inputs for subject and text. Buttons insert fields such as `{{first_name}}` in the text. */
export const MessageFields = ({ prefix = '', words, onWords, errorAt }: Props) => (
  <>
    <TextField
      id={`${prefix}subject`}
      label={t`Subject`}
      maxLength={MESSAGES.maxSubject}
      autoComplete="off"
      value={words.subject}
      onValue={(subject) => onWords({ subject })}
      error={errorAt(`${prefix}subject`)}
    />
    <TextAreaField
      id={`${prefix}body`}
      label={t`Message`}
      hint={HINT}
      rows={9}
      maxLength={MESSAGES.maxBody}
      value={words.body}
      onValue={(body) => onWords({ body })}
      error={errorAt(`${prefix}body`)}
    />
    <FieldButtons textAreaId={`${prefix}body`} value={words.body} onValue={(body) => onWords({ body })} />
  </>
)
