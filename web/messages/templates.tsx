import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { MessageTemplate } from '#contract/messages/templates.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { Icon } from '../ui/icon.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import type { ActionResult } from '../staff-ui/result-message.tsx'
import { TemplateDialog } from './template-dialog.tsx'

type Result = NonNullable<ActionResult>

/** `startWords`: the message that the officer is writing. `onResult` gets what happened or failed. */
type Props = {
  templates: MessageTemplate[]
  mayWrite: boolean
  startWords: { subject: string; body: string }
  onResult: (result: Result) => void
}

type LineProps = {
  template: MessageTemplate
  mayWrite: boolean
  onRewrite: () => void
  onResult: Props['onResult']
}

/** Archives or restores a template. Returns what happened or failed, in words. */
async function toggleArchived({ id, name, archived }: MessageTemplate): Promise<Result> {
  try {
    const body = { archived: !archived }
    await call('POST /api/staff/templates/{id}/archive/', { params: { id }, body })
    return { words: archived ? t`“${name}” is restored.` : t`“${name}” is archived.` }
  } catch (error) {
    const sentence = isCallFailed(error) ? error.message : ''
    return { words: sentence || t`The change could not be saved. Please try again.`, isError: true }
  }
}

/** A template in the list. */
function TemplateLine({ template, mayWrite, onRewrite, onResult }: LineProps) {
  const { busy, run } = useOneAtATime()
  const archive = () => toggleArchived(template).then(onResult)
  return (
    <li className={template.archived ? 'quiet' : undefined}>
      <div>
        <b className="any">{template.name}</b>{' '}
        {template.archived && (
          <span className="tiny">
            <Trans>archived</Trans>
          </span>
        )}
        <p className="tiny quiet any">
          {template.subject}; {template.made_by.name},{' '}
          <span className="num">{shortMoment(template.updated_at)}</span>
        </p>
      </div>
      {mayWrite && (
        <p className="st-ways">
          {!template.archived && (
            <button className="link" type="button" onClick={onRewrite}>
              <Trans>Rewrite</Trans>
              <span className="sr-only"> {template.name}</span>
            </button>
          )}
          <button className="link" type="button" aria-disabled={busy} onClick={() => void run(archive)}>
            {template.archived ? t`Restore` : t`Archive`}
            <span className="sr-only"> {template.name}</span>
          </button>
        </p>
      )}
    </li>
  )
}

/** Saved messages with a name, for all jobs. */
export function Templates({ templates, mayWrite, startWords, onResult }: Props) {
  const [openTemplate, setOpenTemplate] = useState<MessageTemplate | 'new'>()
  return (
    <section className="st-part" aria-labelledby="templates">
      <div className="st-head">
        <h2 className="heading-small" id="templates">
          <Trans>Templates</Trans>
        </h2>
        {mayWrite && (
          <button className="btn btn-2 btn-small" type="button" onClick={() => setOpenTemplate('new')}>
            <Icon name="plus" size="icon-small" /> <Trans>New template</Trans>
          </button>
        )}
      </div>
      {templates.length === 0 ? (
        <p className="quiet small">
          <Trans>
            There are no templates yet. Save a message that you send often. It can be used for all jobs.
          </Trans>
        </p>
      ) : (
        <ul className="st-templates">
          {templates.map((template) => (
            <TemplateLine
              key={template.id}
              template={template}
              mayWrite={mayWrite}
              onRewrite={() => setOpenTemplate(template)}
              onResult={onResult}
            />
          ))}
        </ul>
      )}
      {openTemplate && (
        <TemplateDialog
          {...(openTemplate === 'new' ? { startWords } : { template: openTemplate })}
          onClose={() => setOpenTemplate(undefined)}
          onSaved={({ name }) => {
            setOpenTemplate(undefined)
            onResult({ words: t`“${name}” is saved.` })
          }}
        />
      )}
    </section>
  )
}
