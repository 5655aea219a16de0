import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import type { StaffInvitation, StaffPerson } from '#contract/staff-people.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { Appointments } from './appointments.tsx'
import { areaWords } from './area-words.ts'
import { ChangePerson } from './change-person.tsx'
import { InviteForm } from './invite-form.tsx'
import { Unread } from './loading.tsx'
import { useMe } from './shell.tsx'
import { WideTable } from './wide-table.tsx'
import type { Route } from './+types/people-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People', index: false })

const factors = (it: StaffPerson) => [it.totp && 'App', it.passkeys > 0 && 'Passkey'].filter(Boolean).join(', ') || 'None yet'

/** Who works here, who is invited, and what each may do. */
export default function PeoplePage() {
  const me = useMe()
  const manages = me.rights.includes('people.manage')
  const [round, setRound] = useState(0)
  const [changing, setChanging] = useState<StaffPerson>()
  const [said, setSaid] = useState('')
  const answer = useAnswer(round, async () => {
    const [people, proposals] = await Promise.all([call('GET /api/staff/people/'), call('GET /api/staff/appointments/')])
    return { ...people, ...proposals }
  })
  const done = (words: string) => {
    setSaid(words)
    setChanging(undefined)
    setRound(round + 1)
  }
  const withdraw = async (it: StaffInvitation) => {
    try {
      await call('DELETE /api/staff/invitations/{id}/', { params: { id: it.id } })
      done(`The invitation of ${it.email} is withdrawn.`)
    } catch {
      done('That could not be done. Please try again.')
    }
  }
  return (
    <>
      <h1 className="mb5">People</h1>
      <div role="status">{said && <p className="callout is-green mb5">{said}</p>}</div>
      {answer.state === 'failed' && <Unread what="The list" again={answer.again} />}
      {answer.state === 'here' && (
        <>
          <Appointments waiting={answer.data.waiting} decided={answer.data.decided} onDone={done} />
          <WideTable label="People" heads={['Name', 'Email', 'Role', 'Where', 'Second factor', 'Last here']} acts={manages && 'Change'}>
            {answer.data.people.map((it) => (
              <tr key={it.id} className={it.disabled ? 'off' : undefined}>
                <td>{it.name}</td>
                <td>{it.email}</td>
                <td>
                  {ROLE_WORDS[it.role].name}
                  {it.disabled && ', no access'}
                </td>
                <td>{areaWords(it)}</td>
                <td>{factors(it)}</td>
                <td className="nw">{it.last_seen_at ? shortDeadline(it.last_seen_at) : 'Never'}</td>
                {manages && (
                  <td>
                    {it.id === me.id ? (
                      <span className="quiet">You</span>
                    ) : (
                      <button className="btn btn-2" type="button" onClick={() => setChanging(it)}>
                        Change<span className="vh"> {it.name}</span>
                      </button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </WideTable>
          {answer.data.invitations.length > 0 && (
            <>
              <h2 className="mt6 mb5">Invited</h2>
              <ul>
                {answer.data.invitations.map((it) => (
                  <li key={it.id}>
                    <b>{it.email}</b> as {ROLE_WORDS[it.role].name.toLowerCase()}, until {shortDeadline(it.expires_at)}{' '}
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
          <h2 className="mb5">Invite somebody</h2>
          <InviteForm
            onInvited={(email, waits) =>
              done(waits ? `Proposed. The email to ${email} leaves once another administrator agrees.` : `An email is on its way to ${email}.`)
            }
          />
        </section>
      )}
      {changing && (
        <ChangePerson
          person={changing}
          onClose={() => setChanging(undefined)}
          onChanged={(waits) =>
            done(waits ? `Proposed. ${changing.name} is changed once another administrator agrees.` : `${changing.name} is changed, and logged out.`)
          }
        />
      )}
    </>
  )
}
