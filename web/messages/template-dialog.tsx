import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MESSAGES } from '#contract/messages/limits.ts'
import type { MessageTemplate } from '#contract/messages/templates.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { TextField } from '../form/field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { MessageFields } from './message-fields.tsx'

type Words = { name: string; subject: string; body: string }
type Props = {
  /** The template to edit. Without one, the dialog makes a new template from `startWords`. */
  template?: MessageTemplate
  startWords?: Partial<Words>
  onClose: () => void
  onSaved: (template: MessageTemplate) => void
}

type TheirsProps = { template: MessageTemplate; onTake: (words: Words) => void }

/** The version of the template that another officer saved meanwhile. */
const TheirVersion = ({ template: { name, subject, body }, onTake }: TheirsProps) => (
  <div className="callout is-amber mb4">
    <p className="bold">
      <Trans>Theirs, saved:</Trans>
    </p>
    <p className="any">{subject}</p>
    <p className="st-lines any">{body}</p>
    <button className="link" type="button" onClick={() => onTake({ name, subject, body })}>
      <Trans>Take theirs</Trans>
    </button>
  </div>
)

type Saving = { words: Words; template: MessageTemplate | undefined; baseVersion: string }

/** Saves the words over the template, or as a new one. */
const saveTemplate = ({ words: { name, subject, body }, template, baseVersion }: Saving) =>
  template
    ? call('PUT /api/staff/templates/{id}/', {
        params: { id: template.id },
        body: { name, subject, body, updated_at: baseVersion },
      })
    : call('POST /api/staff/templates/', { body: { name, subject, body } })

/**
 * The dialog that makes or edits a template. If another officer saved meanwhile, it shows their version, and
 * the typed text stays.
 */
export function TemplateDialog({ template, startWords, onClose, onSaved }: Props) {
  const [words, setWords] = useState<Words>({ name: '', subject: '', body: '', ...startWords, ...template })
  // The time of the template's version that this officer edits. The server refuses to save over a newer one.
  const [baseVersion, setBaseVersion] = useState(template?.updated_at ?? '')
  const [theirs, setTheirs] = useState<MessageTemplate>()
  // Sends the form once at a time. The callback turns an error of the call into errors of the fields.
  const sending = useSending((error) => {
    // `current`: the template as another officer has saved it.
    const current = isCallFailed(error) ? (error.body as { current?: MessageTemplate }).current : undefined
    if (current) {
      setTheirs(current)
      setBaseVersion(current.updated_at)
    }
    // The fields have the prefix `t-`, because the message form on this page has the plain names.
    return formErrors(error, ['name', 'subject', 'body']).map(({ field, sentence }) => ({
      field: field && `t-${field}`,
      sentence,
    }))
  })
  const { errorAt } = sending
  const change = (changed: Partial<Words>) => setWords((before) => ({ ...before, ...changed }))
  /** Replaces the typed words by the saved version, so that there is no conflict any more. */
  const takeTheirs = (saved: Words) => {
    change(saved)
    setTheirs(undefined)
    sending.clear()
    document.getElementById('t-name')?.focus()
  }
  const save = async () => onSaved(await saveTemplate({ words, template, baseVersion }))
  const actionWords = theirs ? t`Keep mine` : t`Save`
  return (
    <FormDialog
      title={template ? t`Rewrite a template` : t`New template`}
      sending={sending}
      sendLabel={actionWords}
      sendingLabel={actionWords}
      onSend={save}
      onClose={onClose}
    >
      {theirs && <TheirVersion template={theirs} onTake={takeTheirs} />}
      <TextField
        id="t-name"
        label={t`Name`}
        hint={t`Officers of all jobs find the template by this name. Applicants do not see the name.`}
        maxLength={MESSAGES.maxName}
        autoComplete="off"
        value={words.name}
        onValue={(name) => change({ name })}
        error={errorAt('t-name')}
      />
      <MessageFields prefix="t-" words={words} onWords={change} errorAt={errorAt} />
    </FormDialog>
  )
}
