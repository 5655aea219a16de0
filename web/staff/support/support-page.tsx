import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { HelpedPerson } from '#contract/staff-support.ts'
import { call } from '../../api.ts'
import { isCallFailed } from '../../call.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../use-answer.ts'
import { Loading, Unread } from '../loading.tsx'
import { FoundPeople } from './found-people.tsx'
import { Person } from './person.tsx'
import { type Found, SearchForm } from './search-form.tsx'
import type { Route } from './+types/support-page'
import './support.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Support', index: false })

function Helped({ id }: { id: string }) {
  const answer = useAnswer(id, () => call('GET /api/staff/support/people/{id}/', { params: { id } }))
  const [changed, setChanged] = useState<{ person: HelpedPerson; said: string }>()
  if (answer.state === 'waiting') return <Loading />
  if (answer.state === 'failed')
    return isCallFailed(answer.error) && answer.error.status === 404 ? (
      <p className="empty">There is no such person any more.</p>
    ) : (
      <Unread what="The account" again={answer.again} />
    )
  return (
    <>
      <div role="status">{changed && <p className="callout is-green mb5">{changed.said}</p>}</div>
      <Person person={changed?.person ?? answer.data} onChanged={(person, said) => setChanged({ person, said })} />
    </>
  )
}

/** Helps one person at a time: found by something exact, never by looking through everybody. */
export default function SupportPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const id = query.get('person')
  const [found, setFound] = useState<Found>()
  const show = (it: Found) => {
    const [only, ...others] = it.people
    setFound(it)
    void navigate(only && others.length === 0 ? paths.staffHelped(only.id) : paths.staffSupport)
  }
  return (
    <>
      <h1>Support</h1>
      <p className="mt2 mb5">Nobody here can see a password, an answer or a code, or log in as somebody. Every search and every look is kept in the log.</p>
      <SearchForm onFound={show} />
      <div className="mt6">{id ? <Helped key={id} id={id} /> : <div role="status">{found && <FoundPeople found={found} />}</div>}</div>
    </>
  )
}
