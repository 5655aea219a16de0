import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { EmailedLinkPage } from './emailed-link-page.tsx'
import type { Route } from './+types/confirm-email-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Confirm the change of your email`, index: false })

const LABELS = { asking: t`Confirm this address`, busy: t`Confirming...`, failed: t`Try again` }

/** Confirms the old or the new address of a change of email. Both must be confirmed (A23). */
export default function ConfirmEmailPage() {
  const { token = '' } = useParams()
  return (
    <EmailedLinkPage
      title={t`Confirm the change of your email`}
      lead={
        <Trans>
          Someone asked to change the email address of an account. If it was you, press the button. Your email
          changes when both addresses are confirmed.
        </Trans>
      }
      labels={LABELS}
      onPress={() => call('POST /api/email-change/confirm/{token}/', { params: { token } })}
      links={() => (
        <Link className="btn btn-2" to={paths.dashboard}>
          <Trans>Go to your dashboard</Trans>
        </Link>
      )}
    />
  )
}
