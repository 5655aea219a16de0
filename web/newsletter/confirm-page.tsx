import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { PressToConfirm } from './press-to-confirm.tsx'
import type { Route } from './+types/confirm-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'New jobs by email', index: false })

/** Confirms that a person wants emails about new jobs (J13): they asked in the form, and press again here. */
export default function ConfirmPage() {
  const { token = '' } = useParams()
  return (
    <PressToConfirm
      title="New jobs by email"
      buttonLabel="Yes, email me"
      busyLabel="Adding you..."
      onPress={() => call('POST /api/newsletter/confirm/{token}/', { params: { token } })}
      after={
        <>
          Each email ends with a link that stops them. To apply for a job you also need{' '}
          <Link to={paths.register}>an account</Link>.
        </>
      }
    >
      You will get one email when a job is posted. A link in each email stops them. Press the button to
      confirm that this address is yours.
    </PressToConfirm>
  )
}
