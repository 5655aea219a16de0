import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { PressToConfirm } from './press-to-confirm.tsx'
import type { Route } from './+types/stop-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Stop the emails`, index: false })

/**
 * Stops the emails about new jobs. Each of these emails links to this page (J13). Mail programs can do the
 * same with the List-Unsubscribe header.
 */
export default function StopPage() {
  const { token = '' } = useParams()
  return (
    <PressToConfirm
      title={t`Stop the emails`}
      buttonLabel={t`Stop the emails`}
      busyLabel={t`Stopping...`}
      onPress={() => call('POST /api/newsletter/stop/{token}/', { params: { token } })}
      after={t`If you want the emails again, type your address in the box at the foot of this page.`}
    >
      <Trans>
        Press the button to stop emails about new jobs to this address. You still get emails about your
        account.
      </Trans>
    </PressToConfirm>
  )
}
