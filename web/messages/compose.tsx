import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { MessageTemplate } from '#contract/messages/templates.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Confirm } from '../staff-ui/confirm.tsx'
import { MessageFields } from './message-fields.tsx'
import { type Preview, PreviewEmails, countedApplicants } from './preview-emails.tsx'
import { type ComposeProps, useCompose } from './use-compose.ts'

type Props = ComposeProps & { templates: MessageTemplate[] }

/** The label of the button that sends. For many recipients, a second officer must approve the message. */
const sendLabel = ({ count, needs_second }: Preview) =>
  needs_second ? t`Propose to send to ${countedApplicants(count)}` : t`Send to ${countedApplicants(count)}`

/** Starts the message with the words of a template. */
function TemplateChoice({ templates, draft: { typed, change } }: Pick<Props, 'templates' | 'draft'>) {
  const usable = templates.filter(({ archived }) => !archived)
  const choose = (id: string) => {
    const chosen = templates.find((entry) => String(entry.id) === id)
    change(
      chosen ? { template: chosen.id, subject: chosen.subject, body: chosen.body } : { template: undefined },
    )
  }
  if (usable.length === 0) return null
  return (
    <SelectField
      id="template"
      label={t`Start with a template`}
      empty={t`None`}
      options={usable.map(({ id, name }) => [String(id), name] as const)}
      value={typed.template === undefined ? '' : String(typed.template)}
      onValue={choose}
    />
  )
}

type ConfirmProps = {
  preview: Preview
  words: { subject: string }
  onConfirm: () => void
  onClose: () => void
}

/** Asks again before the message is sent, or proposed to a second officer. */
const ConfirmSending = ({ preview, words, onConfirm, onClose }: ConfirmProps) => (
  <Confirm label={sendLabel(preview)} onConfirm={onConfirm} onClose={onClose}>
    <p>
      <Trans>
        Each applicant gets an email and a notification with the subject{' '}
        <q className="any">{words.subject}</q>.
      </Trans>{' '}
      {preview.needs_second && (
        <>
          <Trans>A second person reads and approves the message first.</Trans>{' '}
        </>
      )}
      {MESSAGE_WORDS.stops} <Trans>The list of recipients does not change any more.</Trans>
    </p>
  </Confirm>
)

/** Writes a message. It is previewed before it is sent. */
export function Compose(props: Props) {
  const { draft, templates } = props
  const { form, words, preview, isOutdated, previewAll, sendAll } = useCompose(props)
  const [confirming, setConfirming] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    previewAll()
  }
  const send = () => {
    setConfirming(false)
    sendAll()
  }
  return (
    <>
      <form className="form" onSubmit={submit} noValidate>
        <ErrorSummary errors={form.errors} round={form.round} />
        <TemplateChoice templates={templates} draft={draft} />
        <MessageFields words={words} onWords={draft.change} errorAt={form.errorAt} />
        <p className="btn-row mt4">
          <button
            className={preview ? 'btn btn-2 btn-small' : 'btn btn-small'}
            type="submit"
            aria-disabled={form.busy}
          >
            <Trans>Preview</Trans>
          </button>
          {preview && preview.count > 0 && (
            <button
              className="btn btn-small"
              type="button"
              aria-disabled={form.busy}
              onClick={() => setConfirming(true)}
            >
              {sendLabel(preview)}
            </button>
          )}
        </p>
        <p className="small quiet mt2" role="status">
          {isOutdated && t`Something changed after the preview. Preview it again.`}
        </p>
      </form>
      {preview?.needs_second && preview.count > 0 && <p className="callout mb4">{MESSAGE_WORDS.rule}</p>}
      {preview && <PreviewEmails preview={preview} />}
      {confirming && preview && (
        <ConfirmSending
          preview={preview}
          words={words}
          onConfirm={send}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
