import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import type { MessageTemplate } from '#contract/messages/templates.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Confirm } from '../staff-ui/confirm.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import type { Filter } from '../review/address.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { useSavedMessage } from './saved-message.ts'
import { MessageFields } from './message-fields.tsx'
import { type Preview, PreviewEmails, countedApplicants } from './preview-emails.tsx'

type Props = {
  jobId: number
  applicationIds: number[]
  filter: Filter
  draft: ReturnType<typeof useSavedMessage>
  templates: MessageTemplate[]
  onSent: (message: OfficersMessage) => void
  /** Called when the server had stored an earlier version of this message, so this one is not sent. */
  onEarlierFound: () => void
}

/** The label of the button that sends. For many recipients, a second officer must approve the message. */
const sendLabel = ({ count, needs_second }: Preview) =>
  needs_second ? t`Propose to send to ${countedApplicants(count)}` : t`Send to ${countedApplicants(count)}`

type Recipients = { applications: number[] } | { filter: Filter }

/**
 * Previews a message, and sends it to as many applicants as the preview counted. A preview is valid only for
 * the recipients and words of its `requestKey`.
 */
function useCompose({ jobId, applicationIds, filter, draft, onSent, onEarlierFound }: Props) {
  const { typed } = draft
  const [previewed, setPreviewed] = useState<{ requestKey: string; preview: Preview }>()
  const treatAsNewMessage = () => {
    setPreviewed(undefined)
    draft.renewKey()
    onEarlierFound()
  }
  // Sends the form once at a time. The callback turns an error of a call into errors of the fields.
  const form = useSending((error) => {
    if (isCallFailed(error) && error.body.code === 'conflict') {
      // The applications that match have changed, so the count in the preview is out of date.
      setPreviewed(undefined)
      // `earlier`: the id of a message that has the same key, but other recipients.
      if (error.body.earlier !== undefined) treatAsNewMessage()
    }
    return formErrors(error, ['subject', 'body', 'applications'])
  })
  const recipients: Recipients = applicationIds.length > 0 ? { applications: applicationIds } : { filter }
  const words = { subject: typed.subject, body: typed.body }
  const requestKey = JSON.stringify([recipients, words])
  const preview = previewed?.requestKey === requestKey ? previewed.preview : undefined
  const params = { id: jobId }
  const previewAll = () =>
    void form.send(async () => {
      const body = { ...recipients, ...words }
      const newPreview = await call('POST /api/staff/jobs/{id}/messages/preview/', { params, body })
      setPreviewed({ requestKey, preview: newPreview })
    })
  const sendAll = () =>
    void form.send(async () => {
      // `key` stays the same until the message is sent, so that no call sends it twice.
      const { key, template } = typed
      // The server refuses if `expected` is not the number of recipients any more.
      const sent = await call('POST /api/staff/jobs/{id}/messages/', {
        params,
        body: { ...recipients, ...words, key, ...(template ? { template } : {}), expected: preview?.count },
      })
      // The reply to an earlier call was lost, and the text was changed since: the server keeps the earlier.
      if (sent.subject !== words.subject.trim() || sent.body !== words.body.trim()) {
        treatAsNewMessage()
        form.show([{ sentence: MESSAGE_WORDS.earlierWritten }])
        return
      }
      setPreviewed(undefined)
      draft.clear()
      onSent(sent)
    })
  return { form, words, preview, isOutdated: previewed !== undefined && !preview, previewAll, sendAll }
}

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
            className={preview ? 'btn btn-2 btn-s' : 'btn btn-s'}
            type="submit"
            aria-disabled={form.busy}
          >
            <Trans>Preview</Trans>
          </button>
          {preview && preview.count > 0 && (
            <button
              className="btn btn-s"
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
        <Confirm label={sendLabel(preview)} onConfirm={send} onClose={() => setConfirming(false)}>
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
      )}
    </>
  )
}
