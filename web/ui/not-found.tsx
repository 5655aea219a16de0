import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Icon } from './icon.tsx'

const LINKS = [
  [t`Jobs`, paths.jobs],
  [t`Dashboard`, paths.dashboard],
  [t`Profile`, paths.profile],
  [t`Login`, paths.login],
] as const

const CrossedOut404 = () => (
  <p className="comb big" aria-hidden="true">
    <span>
      <i>4</i>
    </span>
    <span className="crossed">
      <i>0</i>
      <svg viewBox="0 0 100 100">
        <path d="M8 12L93 90M90 7L9 94" />
      </svg>
    </span>
    <span>
      <i>4</i>
    </span>
  </p>
)

/**
 * The page for an address that does not exist (S2). `message` says what is missing, `back` links to its list.
 */
export function NotFound({ message, back }: { message?: string; back?: ReactNode }) {
  const navigate = useNavigate()
  return (
    <div className="wrap page">
      <div className="lost">
        <div>
          <CrossedOut404 />
          <h1>
            <Trans>Page Not Found</Trans>
          </h1>
          {message && (
            <p className="lead mt2" role="alert">
              <b>{translate(message)}</b>
            </p>
          )}
          <p className="lead mt2">
            <Trans>
              The address may be mistyped, or the job has been removed. Your applications are safe.
            </Trans>
          </p>
          <p className="btn-row mt5">
            {back}
            <Link className={back ? 'btn btn-2' : 'btn'} to={paths.home}>
              <Trans>Go to Homepage</Trans>
            </Link>
            <button
              className="btn btn-2 needs-js"
              type="button"
              onClick={() => (history.length > 1 ? navigate(-1) : navigate(paths.home))}
            >
              <Trans>Go Back</Trans>
            </button>
          </p>
        </div>
        <div>
          <h2 className="heading-small">
            <Trans>You may be looking for</Trans>
          </h2>
          <ul className="quick">
            {LINKS.map(([name, path]) => (
              <li key={name}>
                <Link to={path}>
                  {name} <Icon name="right" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}
