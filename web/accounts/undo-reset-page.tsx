import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { EmailedLinkPage } from './emailed-link-page.tsx'
import type { Route } from './+types/undo-reset-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`This was not me`, index: false })

const LABELS = { asking: t`Undo the reset`, busy: t`Undoing...`, failed: t`Try again` }

/** The page of a link in an email. For 24 hours it undoes a password reset by security question (C3). */
export default function UndoResetPage() {
  const { token = '' } = useParams()
  return (
    <EmailedLinkPage
      title={t`This was not me`}
      lead={
        <Trans>
          Someone answered your security question and changed your password. If that was not you, press the
          button. This restores your old password, removes the security question and logs out every device.
        </Trans>
      }
      labels={LABELS}
      onPress={() => call('POST /api/security/undo-reset/{token}/', { params: { token } })}
      links={(state) => (
        <>
          {state === 'done' && (
            <Link className="btn" to={paths.login}>
              <Trans>Login</Trans>
            </Link>
          )}
          <Link className="btn btn-2" to={state === 'failed' ? paths.forgotPassword : paths.home}>
            {state === 'failed' ? t`Reset my password` : t`Go to Homepage`}
          </Link>
        </>
      )}
    />
  )
}
