import { useState } from 'react'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { Person } from './person.tsx'
import type { Route } from './+types/person-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Support', index: false })

function Helped({ handle }: { handle: string }) {
  const answer = useAnswer(handle, () =>
    call('GET /api/staff/support/people/{handle}/', { params: { handle } }),
  )
  const [changed, setChanged] = useState<{ person: HelpedPerson; said: ResultWords }>()
  if (answer.state === 'waiting') return <Loading />
  if (answer.state === 'failed')
    return isCallFailed(answer.error) && [404, 429].includes(answer.error.status) ? (
      <p className="empty" role="alert">
        {answer.error.message}
      </p>
    ) : (
      <Unread what="The account" again={answer.again} />
    )
  return (
    <>
      <ResultMessage said={changed?.said} className="mb5" />
      <Person
        handle={handle}
        person={changed?.person ?? answer.data}
        onChanged={(person, words) => setChanged({ person, said: { words } })}
      />
    </>
  )
}

/** The account of someone whom this officer's search found within the last hour. */
export default function PersonPage({ params: { handle } }: Route.ComponentProps) {
  return <Helped key={handle} handle={handle} />
}
