import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { EmailedLinkPage } from './emailed-link-page.tsx'
import type { Route } from './+types/undo-email-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`This was not me`, index: false })

const LABELS = { asking: t`Bring back my old email`, busy: t`Undoing...`, failed: t`Try again` }

/** The page of a link in an email to the old address. For seven days it undoes a change of email (A23). */
export default function UndoEmailPage() {
  const { token = '' } = useParams()
  return (
    <EmailedLinkPage
      title={t`This was not me`}
      lead={
        <Trans>
          Someone changed the email address of your account. If that was not you, press the button. This
          brings back your old address, removes the security question and logs out every device.
        </Trans>
      }
      labels={LABELS}
      onPress={() => call('POST /api/email-change/undo/{token}/', { params: { token } })}
      links={(state) => (
        <Link
          className={state === 'done' ? 'btn' : 'btn btn-2'}
          to={state === 'done' ? paths.forgotPassword : paths.contact}
        >
          {state === 'done' ? t`Choose a new password` : t`Contact us`}
        </Link>
      )}
    />
  )
}
