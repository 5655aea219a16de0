import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import type { StaffInvitation, StaffPerson } from '#contract/staff/people.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { Appointments } from './appointments.tsx'
import { areaWords } from './area-words.ts'
import { ChangePerson } from './change-person.tsx'
import { InviteForm } from './invite-form.tsx'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import { WideTable } from '../staff-ui/wide-table.tsx'
import type { Route } from './+types/people-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People', index: false })

const factors = (person: StaffPerson) =>
  [person.totp && 'App', person.passkeys > 0 && 'Passkey'].filter(Boolean).join(', ') || 'None yet'

const Change = ({ it, own, onChange }: { it: StaffPerson; own: boolean; onChange: () => void }) =>
  own ? (
    <span className="quiet">You</span>
  ) : (
    <button className="btn btn-2" type="button" onClick={onChange}>
      Change<span className="vh"> {it.name}</span>
    </button>
  )

/** The officers, the invited people, and what each may do. */
export default function PeoplePage() {
  const me = useMe()
  const manages = me.rights.includes('people.manage')
  const [round, setRound] = useState(0)
  const [changing, setChanging] = useState<StaffPerson>()
  const [said, setSaid] = useState<ResultWords>()
  const answer = useAnswer(round, async () => {
    const [people, proposals] = await Promise.all([
      call('GET /api/staff/people/'),
      call('GET /api/staff/appointments/'),
    ])
    return { ...people, ...proposals }
  })
  const [all] = useLastAnswer(answer)
  const done = (words: string) => {
    setSaid({ words })
    setChanging(undefined)
    setRound(round + 1)
  }
  const withdraw = async (invitation: StaffInvitation) => {
    try {
      await call('DELETE /api/staff/invitations/{id}/', { params: { id: invitation.id } })
      done(`The invitation of ${invitation.email} is withdrawn.`)
    } catch {
      setSaid({ words: 'That could not be done. Please try again.', red: true })
    }
  }
  return (
    <>
      <h1 className="mb5">People</h1>
      <ResultMessage said={said} after={all} className="mb5" />
      {answer.state === 'waiting' && !all && <Loading />}
      {answer.state === 'failed' && <Unread what="The list" again={answer.again} />}
      {all && (
        <>
          <Appointments waiting={all.waiting} decided={all.decided} onDone={done} />
          <h2 className="mb4">Who works here</h2>
          <WideTable
            label="People"
            heads={['Name', 'Email', 'Role', 'Where', 'Second factor', 'Last login']}
            acts={manages && 'Change'}
            rows={all.people.map((it) => ({
              key: it.id,
              off: it.disabled,
              cells: [
                it.name,
                it.email,
                ROLE_WORDS[it.role].name + (it.disabled ? ', no access' : ''),
                areaWords(it),
                factors(it),
                <span className="nw" key="seen">
                  {it.last_seen_at ? shortDeadline(it.last_seen_at) : 'Never'}
                </span>,
                ...(manages
                  ? [<Change key="act" it={it} own={it.id === me.id} onChange={() => setChanging(it)} />]
                  : []),
              ],
            }))}
          />
          {all.invitations.length > 0 && (
            <>
              <h2 className="mt6 mb4">Invited</h2>
              <ul>
                {all.invitations.map((it) => (
                  <li key={it.id}>
                    <b className="any">{it.email}</b> as {ROLE_WORDS[it.role].name.toLowerCase()}, until{' '}
                    {shortDeadline(it.expires_at)}{' '}
                    {manages && (
                      <button className="link" type="button" onClick={() => void withdraw(it)}>
                        Withdraw<span className="vh"> the invitation of {it.email}</span>
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {manages && (
        <section className="mt6">
          <h2 className="mb5">Invite someone</h2>
          <InviteForm
            onInvited={(email, waits) =>
              done(
                waits
                  ? `Proposed. We email ${email} once another administrator agrees.`
                  : `An email is on its way to ${email}.`,
              )
            }
          />
        </section>
      )}
      {changing && (
        <ChangePerson
          person={changing}
          onClose={() => setChanging(undefined)}
          onChanged={(waits) =>
            done(
              waits
                ? `Proposed. ${changing.name} is changed once another administrator agrees.`
                : `${changing.name} is changed, and logged out.`,
            )
          }
        />
      )}
    </>
  )
}
