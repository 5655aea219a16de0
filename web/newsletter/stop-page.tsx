import { useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { Pressed } from './pressed.tsx'
import type { Route } from './+types/stop-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stop the letters', index: false })

export default function StopPage() {
  const { token = '' } = useParams()
  return (
    <Pressed title="Stop the letters" button="Stop the letters" act={() => call('POST /api/newsletter/stop/{token}/', { params: { token } })}>
      Press the button, and no more letters about new notices come to this address. Letters about your account and your applications are not touched.
    </Pressed>
  )
}
