import { useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { Pressed } from './pressed.tsx'
import type { Route } from './+types/confirm-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New notices by email', index: false })

export default function ConfirmPage() {
  const { token = '' } = useParams()
  return (
    <Pressed title="New notices by email" button="Yes, write to me" act={() => call('POST /api/newsletter/confirm/{token}/', { params: { token } })}>
      One letter when a notice is posted, and a link in each that stops them. Press the button to confirm that this address is yours.
    </Pressed>
  )
}
