import { useId, useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { REVIEW } from '#contract/review/limits.ts'
import { call } from '../api.ts'
import { staffPaths } from '../staff-paths.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { type Address, isFiltered, savedViewQuery } from './address.ts'
import { Chip } from './chip.tsx'
import type { JobOverview } from './filter-groups.ts'
import { sentenceOf } from './use-moves.ts'
import type { ViewsChange } from './use-overview.ts'

type View = JobOverview['views'][number]
type Props = {
  jobId: number
  address: Address
  views: JobOverview['views']
  onViews: (change: ViewsChange) => void
}

type FormProps = Props & { close: () => void; onMessage: (words: string) => void }

/** The functions that save the shown filter as a view, and delete a view. */
function useViews({ jobId, address, onViews, close, onMessage }: FormProps, nameFieldId: string) {
  const [name, setName] = useState('')
  const { errors, show, send } = useSending((error) => [{ sentence: sentenceOf(error, ['name', 'query']) }])
  const query = savedViewQuery(address)
  const save = async () => {
    const body = { name, query }
    const view = await call('POST /api/staff/jobs/{id}/views/', { params: { id: jobId }, body })
    // If a view with this name exists, the new view replaces it and has the same id.
    onViews((views) =>
      [...views.filter((entry) => entry.id !== view.id), view].sort((left, right) =>
        left.name.localeCompare(right.name),
      ),
    )
    onMessage(t`View “${view.name}” saved`)
    close()
  }
  // This is not sent by `send`: while one view is being deleted, the officer may delete another one.
  const remove = async (view: View) => {
    try {
      await call('DELETE /api/staff/views/{id}/', { params: { id: view.id } })
      onViews((views) => views.filter((entry) => entry.id !== view.id))
      onMessage(t`View “${view.name}” deleted`)
      // The pressed button disappears with its view, so the focus needs another place.
      document.getElementById(nameFieldId)?.focus()
    } catch (failure) {
      show([{ sentence: sentenceOf(failure) }])
    }
  }
  return { query, name, setName, error: errors[0]?.sentence, save: () => send(save), remove }
}

type ViewsProps = Pick<FormProps, 'jobId' | 'views' | 'close'> & {
  query: string
  onDelete: (view: View) => void
}

const Views = ({ jobId, views, query, close, onDelete }: ViewsProps) => (
  <ul className="review-views">
    {views.map((view) => (
      <li key={view.id}>
        <Link
          to={staffPaths.applications(jobId, view.query)}
          aria-current={view.query === query ? 'true' : undefined}
          onClick={close}
        >
          {view.name}
        </Link>
        <button className="link" type="button" onClick={() => onDelete(view)}>
          <Trans>Delete</Trans>
          <span className="sr-only"> {view.name}</span>
        </button>
      </li>
    ))}
  </ul>
)

function ViewsForm(props: FormProps) {
  const { jobId, address, views, close } = props
  const nameFieldId = useId()
  const { query, name, setName, error, save, remove } = useViews(props, nameFieldId)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="review-panel-body">
        {views.length > 0 && (
          <Views {...{ jobId, views, query, close }} onDelete={(view) => void remove(view)} />
        )}
        <label className="review-field" htmlFor={nameFieldId}>
          <b>{t`Save what is shown now under a name`}</b>
          <input
            className="input"
            id={nameFieldId}
            maxLength={REVIEW.maxViewName}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${nameFieldId}-error`}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p className="text-red" id={`${nameFieldId}-error`} role="alert">
          {error}
        </p>
      </div>
      <p className="review-panel-foot">
        <button className="btn btn-2 btn-small" type="submit">
          <Trans>Save</Trans>
        </button>
        {!isFiltered(address) && (
          <span className="quiet">
            <Trans>All applications, in this order</Trans>
          </span>
        )}
      </p>
    </form>
  )
}

/** The chip with an officer's saved filters: to use, save and delete them. */
export function ViewsChip(props: Props) {
  const [message, setMessage] = useState('')
  return (
    <>
      <Chip label={t`Views`}>{(close) => <ViewsForm {...props} close={close} onMessage={setMessage} />}</Chip>
      <span className="sr-only" role="status">
        {message}
      </span>
    </>
  )
}
