import { Fragment } from 'react'
import { Link } from 'react-router'
import { plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { COUNTRIES, GENDERS } from '#contract/registration-rules.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { DashboardFrame } from './frame.tsx'
import type { Route } from './+types/profile-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Profile', index: false })

export default function ProfilePage() {
  return (
    <DashboardFrame here="My Profile">
      <Profile />
    </DashboardFrame>
  )
}

function Profile() {
  const profile = useAnswer('profile', () => call('GET /api/user/profile/'))
  if (profile.state === 'waiting') {
    return (
      <div role="status">
        <h1>My Profile</h1>
        <span className="vh">Loading your profile</span>
        <div className="ghost mt5" />
        <div className="ghost" />
      </div>
    )
  }
  if (profile.state === 'failed') {
    return (
      <>
        <h1>My Profile</h1>
        <p className="callout is-red mt5" role="status">
          Failed to load profile{' '}
          <button className="link" type="button" onClick={profile.again}>
            Try again
          </button>
        </p>
      </>
    )
  }
  return <Sheet it={profile.data} />
}

const NOTHING = 'Not provided'

function Sheet({ it }: { it: Reply<'GET /api/user/profile/'> }) {
  const { first_name, last_name, email } = it.user
  const birth = it.date_of_birth ? plainDate(new Date(`${it.date_of_birth}T12:00:00Z`)) : ''
  // S2: completion counts these seven; what else is useful stands apart (A21).
  const counted: [string, string][] = [
    ['Phone', it.phone],
    ['ID number', it.idno],
    ['Gender', GENDERS[it.gender as keyof typeof GENDERS] ?? ''],
    ['Date of birth', birth],
    ['Country', COUNTRIES[it.country as keyof typeof COUNTRIES] ?? it.country],
    ['County', it.county_name],
    ['Constituency', it.constituency_name],
  ]
  const others: [string, string][] = [
    ['Ward', it.ward_name],
    ['Address', it.address],
  ]
  const missing = counted.filter(([, value]) => !value).map(([name]) => name)
  return (
    <>
      <div className="who">
        <span className="letters" aria-hidden="true">
          {/^./u.exec(first_name)}
          {/^./u.exec(last_name)}
        </span>
        <div>
          <h1>
            {first_name} {last_name}
          </h1>
          <p className="quiet any">{email}</p>
          <p className="small quiet">Member since {plainDate(new Date(it.created_at))}</p>
        </div>
      </div>
      <p className="callout mb5">
        {missing.length === 0
          ? 'Your profile is complete: 100% of what every application asks for.'
          : `Your profile is ${Math.round((100 * (counted.length - missing.length)) / counted.length)}% complete. Missing: ${missing.join(', ')}.`}
      </p>
      <Facts facts={counted} />
      <h2 className="h-s mt6">Also useful</h2>
      <Facts facts={others} />
      <h2 className="h-s mt6">Something is wrong?</h2>
      <p className="measure">
        Nothing is changed on this page: names, ID number and date of birth are compared with your documents. <Link to={paths.contact}>Write to us</Link> from
        the address of this account and say what should stand instead.
      </p>
      <h2 className="h-s mt6">Your password</h2>
      <p className="measure">
        To choose another password, use <Link to={paths.forgotPassword}>Forgot Password</Link>. It logs this account out on every device, so use it too when you
        left yourself logged in somewhere.
      </p>
    </>
  )
}

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value || <span className="quiet">{NOTHING}</span>}</dd>
      </Fragment>
    ))}
  </dl>
)
