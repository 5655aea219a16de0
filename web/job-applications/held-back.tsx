import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { signOut } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { Wizard } from './use-wizard.ts'

/** Logging out wipes this device: what the server has not would be gone, so it is asked first. */
export function HeldBack({ wizard: { heldBackAtLogout, stay } }: { wizard: Wizard }) {
  const navigate = useNavigate()
  if (!heldBackAtLogout) return null
  const leave = () => void signOut(undefined, { asked: true }).then(() => navigate(paths.login))
  return (
    <Dialog
      title="Not all of it is on the server"
      onClose={stay}
      buttons={
        <>
          <button className="btn" type="button" onClick={stay}>
            Stay logged in
          </button>
          <button className="btn btn-2" type="button" onClick={leave}>
            Log out and lose it
          </button>
        </>
      }
    >
      <p>The server is not in reach, and logging out wipes this device. What you wrote since the last save would be lost.</p>
      <p className="mt3">Stay logged in until the save line says &quot;on the server&quot;.</p>
    </Dialog>
  )
}
