import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { plainDate } from '#contract/dates.ts'
import { phoneWords } from '#contract/normalise.ts'
import { COUNTRIES, GENDERS } from '#contract/accounts/personal-options.ts'
import { translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { ownProfile } from '../session/own-profile.ts'
import { EmailText } from '../ui/email-text.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Profile } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { LoadFailed } from './load-failed.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { applicationPathFrom } from './application-path-from.ts'
import type { Route } from './+types/profile-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`My Profile`, index: false })

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  return { profile: await loaded(ownProfile()) }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

/**
 * The profile (S2 §2) and its form (W12). `?job=` or `?back=` names the application form that the person came
 * from. After saving, they return to it (W13).
 */
export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile } = useLastLoaded(loaderData)
  if (profile.data) return <LoadedProfile loadedProfile={profile.data} />
  return (
    <>
      <h1 className="mb5">
        <Trans>My Profile</Trans>
      </h1>
      <LoadFailed sentence={t`Failed to load profile`} error={profile.error} />
    </>
  )
}

function LoadedProfile({ loadedProfile }: { loadedProfile: Profile }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  // After saving, only the query changes, so nothing is loaded again. The saved profile is shown from here.
  const [profile, setProfile] = useState(loadedProfile)
  const [isSaved, setIsSaved] = useState(false)
  const savedMessage = useRef<HTMLDivElement>(null)
  const applicationPath = applicationPathFrom(search)
  const isEditing = applicationPath !== undefined || search.has('edit')
  useEffect(() => {
    if (isSaved && !isEditing) savedMessage.current?.focus()
  }, [isSaved, isEditing])
  const closeForm = () => navigate(applicationPath ?? paths.profile, { replace: true })
  if (isEditing) {
    return (
      <ProfileForm
        profile={profile}
        returnsToApplication={applicationPath !== undefined}
        onCancel={() => {
          // The message is about an earlier change.
          setIsSaved(false)
          void closeForm()
        }}
        onSaved={(changed) => {
          setProfile(changed)
          setIsSaved(true)
          void closeForm()
        }}
      />
    )
  }
  return (
    <>
      {isSaved && (
        <div className="callout is-green mb4 is-focus" role="status" tabIndex={-1} ref={savedMessage}>
          <Trans>Your profile is saved.</Trans>
        </div>
      )}
      <ProfileFacts profile={profile} />
    </>
  )
}

const NOT_PROVIDED = t`Not provided`

type Education = { qualification_level_name?: string; area_of_study?: string; institution?: string }

const isEducation = (entry: unknown): entry is Education => typeof entry === 'object' && entry !== null

// The profile form does not ask for education, so these entries come from the last application (S2 §3).
const educationText = ({ profile: { education } }: Profile) =>
  education
    .filter(isEducation)
    .map((entry) =>
      [translate(entry.qualification_level_name ?? ''), entry.area_of_study, entry.institution]
        .filter(Boolean)
        .join(', '),
    )
    .filter(Boolean)
    .join('; ')

const GENDER_NAMES: Record<string, string> = GENDERS
const COUNTRY_NAMES: Record<string, string> = COUNTRIES

function ProfileFacts({ profile }: { profile: Profile }) {
  // The date is read at noon UTC, which is the same day in Nairobi.
  const birthDate = profile.date_of_birth
    ? translate(plainDate(new Date(`${profile.date_of_birth}T12:00:00Z`)))
    : ''
  // These seven fields decide how complete the profile is (S2 §9). Other useful fields are shown below (A21).
  const countedFacts: [string, string][] = [
    [t`Phone`, phoneWords(profile.phone)],
    [t`ID number`, profile.idno],
    [t`Gender`, translate(GENDER_NAMES[profile.gender] ?? '')],
    [t`Date of birth`, birthDate],
    [t`Country`, translate(COUNTRY_NAMES[profile.country] ?? profile.country)],
    [t`County`, profile.county_name],
    [t`Constituency`, profile.constituency_name],
  ]
  const otherFacts: [string, string][] = [
    [t`Ward`, profile.ward_name],
    [t`Address`, profile.address],
    [t`Education`, educationText(profile)],
  ]
  return (
    <>
      <ProfileHead profile={profile} />
      <Completion countedFacts={countedFacts} />
      <p className="mb5">
        <Link className="btn" to={paths.editProfile}>
          <Icon name="pen" /> <Trans>Update Profile</Trans>
        </Link>
      </p>
      <Facts facts={countedFacts} />
      <h2 className="heading-small mt6">
        <Trans>Also useful</Trans>
      </h2>
      <Facts facts={otherFacts} />
      <p className="measure mt5">
        <Trans>
          If your name, ID number or date of birth is wrong,{' '}
          <Link to={paths.corrections}>ask us to correct it</Link>.
        </Trans>
      </p>
      <h2 className="heading-small mt6">
        <Trans>Your password</Trans>
      </h2>
      <p className="measure">
        <Trans>
          <Link to={paths.settings}>Change Password</Link> logs out every other device. Use it if you forgot
          to log out on another device.
        </Trans>
      </p>
    </>
  )
}

function ProfileHead({ profile }: { profile: Profile }) {
  const { first_name, last_name, email } = profile.user
  const day = translate(plainDate(new Date(profile.created_at)))
  return (
    <div className="who">
      <span className="initials" aria-hidden="true">
        {/* The flag `u` takes a whole character, even one that JavaScript stores as two code units. */}
        {/^./u.exec(first_name)}
        {/^./u.exec(last_name)}
      </span>
      <div>
        <h1>
          {first_name} {last_name}
        </h1>
        <p className="quiet any">
          <EmailText email={email} />
        </p>
        <p className="small quiet">
          <Trans>Member since {day}</Trans>
        </p>
      </div>
    </div>
  )
}

function Completion({ countedFacts }: { countedFacts: [string, string][] }) {
  const missingNames = countedFacts.filter(([, value]) => !value).map(([name]) => name)
  const percent = Math.round((100 * (countedFacts.length - missingNames.length)) / countedFacts.length)
  const missing = missingNames.join(', ')
  return (
    <div className="callout mb5">
      <p>
        {missing === ''
          ? t`Your profile is complete: 100% of what every application asks for.`
          : t`Your profile is ${percent}% complete. Missing: ${missing}.`}
      </p>
      <p className="counter" aria-hidden="true">
        {countedFacts.map(([name, value]) => (
          <i key={name} className={value ? 'is-filled' : undefined} />
        ))}
      </p>
    </div>
  )
}

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd className="any">{value || <span className="quiet">{NOT_PROVIDED}</span>}</dd>
      </Fragment>
    ))}
  </dl>
)
