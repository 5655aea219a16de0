import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StaffInvitation, StaffPerson } from '#contract/staff/people.ts'
import { call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { Appointments } from './appointments.tsx'
import { ChangePerson } from './change-person.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { PeopleTable } from './people-table.tsx'
import type { Route } from './+types/people-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: t`People`, index: false })

async function loadPeople() {
  const [people, appointments] = await Promise.all([
    call('GET /api/staff/people/'),
    call('GET /api/staff/appointments/'),
  ])
  return { ...people, ...appointments }
}

export const clientLoader = async () => ({ people: await loaded(loadPeople()) })

const invitedWords = (email: string, isProposal: boolean) =>
  isProposal
    ? t`Proposed. We email ${email} once another administrator agrees.`
    : t`An email is on its way to ${email}.`
const changedWords = (name: string, isProposal: boolean) =>
  isProposal
    ? t`Proposed. ${name} is changed once another administrator agrees.`
    : t`${name} is changed, and logged out.`

/** The page about the officers and the invited people, and what each of them may do. */
export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  const mayManage = me.rights.includes('people.manage')
  const { revalidate } = useRevalidator()
  const [personToChange, setPersonToChange] = useState<StaffPerson>()
  const [result, setResult] = useState<ActionResult>()
  const [data] = useLatestData(loaderData.people)
  const reload = useReload(loaderData.people.error)
  const showAndReload = async (words: string) => {
    setResult({ words })
    setPersonToChange(undefined)
    await revalidate()
  }
  const showResult = (words: string) => void showAndReload(words)
  const withdraw = async ({ id, email }: StaffInvitation) => {
    try {
      await call('DELETE /api/staff/invitations/{id}/', { params: { id } })
      await showAndReload(t`The invitation of ${email} is withdrawn.`)
    } catch {
      setResult({ words: t`The change could not be saved. Please try again.`, isError: true })
    }
  }
  return (
    <>
      <h1 className="mb5">
        <Trans>People</Trans>
      </h1>
      <ResultMessage result={result} reloadedData={data} className="mb5" />
      {!loaderData.people.data && <LoadFailed subject={t`The list`} onRetry={reload} />}
      {data && (
        <>
          <Appointments waiting={data.waiting} decided={data.decided} onDone={showResult} />
          <h2 className="mb4">
            <Trans>Who works here</Trans>
          </h2>
          <PeopleTable people={data.people} me={me} onChange={mayManage ? setPersonToChange : undefined} />
          <Invitations invitations={data.invitations} onWithdraw={mayManage ? withdraw : undefined} />
        </>
      )}
      {mayManage && (
        <section className="mt6">
          <h2 className="mb5">
            <Trans>Invite someone</Trans>
          </h2>
          <InviteForm onInvited={(email, isProposal) => showResult(invitedWords(email, isProposal))} />
        </section>
      )}
      {personToChange && (
        <ChangePerson
          person={personToChange}
          onClose={() => setPersonToChange(undefined)}
          onChanged={(isProposal) => showResult(changedWords(personToChange.name, isProposal))}
        />
      )}
    </>
  )
}
