import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { Person } from './person.tsx'
import type { Route } from './+types/person-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Support`, index: false })

export const clientLoader = async ({ params: { handle } }: Route.ClientLoaderArgs) => ({
  person: await loaded(call('GET /api/staff/support/people/{handle}/', { params: { handle } })),
})

type Props = { handle: string; loadedPerson: Loaded<HelpedPerson> }

function PersonOrError({ handle, loadedPerson }: Props) {
  const { data, error } = loadedPerson
  const [person, setPerson] = useLatestData(loadedPerson)
  const [message, setMessage] = useState<ActionResult>()
  const reload = useReload(error)
  // 404: no search of this officer found the person within the last hour. 429: they opened too many people.
  if (isCallFailed(error) && [404, 429].includes(error.status))
    return (
      <p className="empty" role="alert">
        {error.message}
      </p>
    )
  // If the last load has failed, `person` is from an earlier one. So `data` is checked too.
  if (!data || !person) return <LoadFailed subject={t`The account`} onRetry={reload} />
  return (
    <>
      <ResultMessage result={message} className="mb5" />
      <Person
        handle={handle}
        person={person}
        onChanged={(changed, words) => {
          setPerson(changed)
          setMessage({ words })
        }}
      />
    </>
  )
}

/** The account of a person. An officer can open it for an hour after their own search found the person. */
export default function PersonPage({ params: { handle }, loaderData: { person } }: Route.ComponentProps) {
  return <PersonOrError key={handle} handle={handle} loadedPerson={person} />
}
