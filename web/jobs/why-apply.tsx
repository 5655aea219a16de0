import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

const REASONS = [
  [
    t`It costs nothing`,
    t`No one may ask you for money, a gift or your password. Forms, interviews and jobs cost nothing.`,
  ],
  [
    t`You get a receipt`,
    t`A number you can read over the phone and print. It shows the second we received your application.`,
  ],
  [
    t`It saves while you write`,
    t`If the network or the power goes off, come back. What you typed is still there.`,
  ],
  [
    t`You see your status`,
    t`Pending, Under Review, Shortlisted, Rejected or Hired: your dashboard says which, and since when.`,
  ],
] as const

/** Why a person should apply here. */
export const WhyApply = () => (
  <section className="wrap band">
    <div className="split">
      <h2>
        <Trans>Why apply here</Trans>
      </h2>
      <ol className="rules">
        {REASONS.map(([title, words], index) => (
          <li key={title}>
            <span className="fig">{index + 1}</span>
            <div>
              <h3>{title}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const NEEDED: [IconName, string][] = [
  ['person', t`National ID or passport`],
  ['bell', t`A phone number that reaches you`],
  ['page', t`The ward where you live`],
  ['chat', t`An email address you can open`],
]

/** What a person needs for an account. */
export const HaveReady = () => (
  <section className="wrap band-0">
    <div className="receipt-box join">
      <div className="receipt-part">
        <h2>
          <Trans>Have these four ready</Trans>
        </h2>
        <p className="mt2">
          <Trans>Then an account takes about five minutes.</Trans>
        </p>
        <ol className="four">
          {NEEDED.map(([icon, words]) => (
            <li key={words}>
              <Icon name={icon} />
              {words}
            </li>
          ))}
        </ol>
      </div>
      <div className="receipt-perforation" />
      <div className="receipt-part join-end">
        <Link className="btn btn-2" to={paths.register}>
          <Trans>Create a free account</Trans>
        </Link>
        <p className="small">
          <Trans>
            Already have one? <Link to={paths.login}>Login</Link>
          </Trans>
        </p>
      </div>
    </div>
  </section>
)
