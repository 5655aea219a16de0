import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { PressToConfirm } from './press-to-confirm.tsx'
import type { Route } from './+types/confirm-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`New jobs by email`, index: false })

/**
 * Confirms that a person wants emails about new jobs. They typed their address in the form, and press again
 * on this page, which the email links to (J13).
 */
export default function ConfirmPage() {
  const { token = '' } = useParams()
  return (
    <PressToConfirm
      title={t`New jobs by email`}
      buttonLabel={t`Yes, email me`}
      busyLabel={t`Adding you...`}
      onPress={() => call('POST /api/newsletter/confirm/{token}/', { params: { token } })}
      after={
        <Trans>
          Each email ends with a link that stops them. To apply for a job you also need{' '}
          <Link to={paths.register}>an account</Link>.
        </Trans>
      }
    >
      <Trans>
        You will get one email when a job is posted. A link in each email stops them. Press the button to
        confirm that this address is yours.
      </Trans>
    </PressToConfirm>
  )
}
