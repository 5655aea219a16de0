import { useParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { Pressed } from './pressed.tsx'
import type { Route } from './+types/stop-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stop the letters', index: false })

/** J13: stops the letters. Mail programs do the same by themselves through List-Unsubscribe. */
export default function StopPage() {
  const { token = '' } = useParams()
  return (
    <Pressed
      title="Stop the letters"
      button="Stop the letters"
      busy="Stopping..."
      act={() => call('POST /api/newsletter/stop/{token}/', { params: { token } })}
      after="If you change your mind, the box at the foot of this page starts them again."
    >
      Press the button, and no more letters about new notices come to this address. Letters about your account are not touched.
    </Pressed>
  )
}
