import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { REVIEW } from '#contract/staff/limits.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { type Address, isFiltered, viewOf } from './address.ts'
import { Chip } from './chip.tsx'
import type { Head } from './filter-groups.ts'
import { sentenceOf } from './use-moves.ts'

type Props = { job: number; address: Address; views: Head['views']; onViews: (views: Head['views']) => void }

function ViewsForm({
  job,
  address,
  views,
  onViews,
  close,
  setSaid,
}: Props & { close: () => void; setSaid: (words: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const query = viewOf(address)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const view = await call('POST /api/staff/jobs/{id}/views/', {
        params: { id: job },
        body: { name, query },
      })
      onViews(
        [...views.filter((entry) => entry.id !== view.id), view].sort((left, right) =>
          left.name.localeCompare(right.name),
        ),
      )
      setSaid(`View “${view.name}” saved`)
      close()
    } catch (error) {
      setFault(sentenceOf(error, ['name', 'query']))
    }
  }
  const forget = async (view: Head['views'][number]) => {
    try {
      await call('DELETE /api/staff/views/{id}/', { params: { id: view.id } })
      onViews(views.filter((entry) => entry.id !== view.id))
      setSaid(`View “${view.name}” deleted`)
      document.getElementById(id)?.focus()
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <div className="rv-panel-b">
        {views.length > 0 && (
          <ul className="rv-views">
            {views.map((view) => (
              <li key={view.id}>
                <Link
                  to={paths.staffApplications(job, view.query)}
                  aria-current={view.query === query ? 'true' : undefined}
                  onClick={close}
                >
                  {view.name}
                </Link>
                <button className="link" type="button" onClick={() => void forget(view)}>
                  Delete<span className="vh"> {view.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <label className="rv-field" htmlFor={id}>
          <b>Save what is shown now under a name</b>
          <input
            className="in"
            id={id}
            maxLength={REVIEW.maxViewName}
            autoComplete="off"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault && `${id}-error`}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p className="c-red" id={`${id}-error`} role="alert">
          {fault}
        </p>
      </div>
      <p className="rv-panel-f">
        <button className="btn btn-2 btn-s" type="submit">
          Save
        </button>
        {!isFiltered(address) && <span className="quiet">All applications, in this order</span>}
      </p>
    </form>
  )
}

/** Saved filters of an officer: use, save and delete. */
export function ViewsChip(props: Props) {
  const [said, setSaid] = useState('')
  return (
    <>
      <Chip words="Views">{(close) => <ViewsForm {...props} close={close} setSaid={setSaid} />}</Chip>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  )
}
