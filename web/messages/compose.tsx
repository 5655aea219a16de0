import { type FormEvent, useState } from 'react'
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
import { type Preview, PreviewEmails, recipients } from './preview-emails.tsx'

type Props = {
  job: number
  named: number[]
  filter: Filter
  kept: ReturnType<typeof useSavedMessage>
  templates: MessageTemplate[]
  onSent: (message: OfficersMessage) => void
}

/** What sending does. */
const deed = ({ count, needs_second }: Preview) =>
  needs_second ? `Propose to send to ${recipients(count)}` : `Send to ${recipients(count)}`

/** Writes a message. It is previewed first, and sent to exactly as many as the preview counted. */
export function Compose({ job, named, filter, kept, templates, onSent }: Props) {
  const { typed, type } = kept
  const [seen, setSeen] = useState<{ of: string; preview: Preview }>()
  const { faults, round, busy, at, send } = useSending((error) => {
    // The matches have changed, so the preview's count is out of date.
    if (isCallFailed(error) && error.body.code === 'conflict') setSeen(undefined)
    return formErrors(error, ['subject', 'body', 'applications'])
  })
  const [asked, setAsked] = useState(false)
  const which = named.length > 0 ? { applications: named } : { filter }
  const words = { subject: typed.subject, body: typed.body }
  const written = JSON.stringify([which, words])
  const preview = seen?.of === written ? seen.preview : undefined
  const params = { id: job }
  const look = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const found = await call('POST /api/staff/jobs/{id}/messages/preview/', {
        params,
        body: { ...which, ...words },
      })
      setSeen({ of: written, preview: found })
    })
  }
  const sendAll = () => {
    setAsked(false)
    void send(async () => {
      const { key, template } = typed
      const sent = await call('POST /api/staff/jobs/{id}/messages/', {
        params,
        body: { ...which, ...words, key, ...(template ? { template } : {}), expected: preview?.count },
      })
      setSeen(undefined)
      kept.clear()
      onSent(sent)
    })
  }
  const choose = (id: string) => {
    const chosen = templates.find((entry) => String(entry.id) === id)
    type(
      chosen ? { template: chosen.id, subject: chosen.subject, body: chosen.body } : { template: undefined },
    )
  }
  const open = templates.filter(({ archived }) => !archived)
  return (
    <>
      <form className="form" onSubmit={look} noValidate>
        <ErrorSummary faults={faults} round={round} />
        {open.length > 0 && (
          <SelectField
            id="template"
            label="Start with a template"
            empty="None"
            options={open.map(({ id, name }) => [String(id), name] as const)}
            value={typed.template === undefined ? '' : String(typed.template)}
            onValue={choose}
          />
        )}
        <MessageFields words={words} onWords={type} at={at} />
        <p className="btn-row mt4">
          <button className={preview ? 'btn btn-2 btn-s' : 'btn btn-s'} type="submit" aria-disabled={busy}>
            Preview
          </button>
          {preview && preview.count > 0 && (
            <button className="btn btn-s" type="button" aria-disabled={busy} onClick={() => setAsked(true)}>
              {deed(preview)}
            </button>
          )}
        </p>
        <p className="small quiet mt2" role="status">
          {seen && !preview ? 'Something changed after the preview. Preview it again.' : ''}
        </p>
      </form>
      {preview?.needs_second && preview.count > 0 && <p className="callout mb4">{MESSAGE_WORDS.rule}</p>}
      {preview && <PreviewEmails preview={preview} />}
      {asked && preview && (
        <Confirm act={deed(preview)} onAct={sendAll} onClose={() => setAsked(false)}>
          <p>
            Each gets an email and a notification with the subject <q className="any">{typed.subject}</q>.{' '}
            {preview.needs_second ? 'A second person reads and approves it first. ' : ''}
            {MESSAGE_WORDS.stops} The recipients are fixed now.
          </p>
        </Confirm>
      )}
    </>
  )
}
