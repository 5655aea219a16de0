import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { loadChunk } from '../load-chunk.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'

const TO_HELP = 'See the help pages'
/** Pages that people fill in and press more than they read, by how their addresses start. */
const FORM = /^\/(jobs\/?$|[dlv]|reg|for|sec|not-|new|app)/

/**
 * S2 §2: the button for the assistant, on every page. The assistant loads on a press. Until it can, and where
 * it cannot, the button leads to the help pages.
 */
export function Ask() {
  const { pathname } = useLocation()
  const signedIn = useSession().state === 'in'
  const atHome = pathname === paths.home
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [{ Panel }, setPanel] = useState<Partial<typeof import('./panel.tsx')>>({})
  const [{ PopUp }, setPopUp] = useState<Partial<typeof import('./pop-up.tsx')>>({})
  useEffect(() => {
    // The page needs no pop-up: ignore a failure.
    if (atHome) import('./pop-up.tsx').then(setPopUp, () => {})
  }, [atHome])
  const start = (event: FormEvent) => {
    if (words === TO_HELP) return
    event.preventDefault()
    setOpen(true)
    if (!Panel) setWords('One moment...')
    loadChunk(() => import('./panel.tsx')).then(setPanel, () => setWords(TO_HELP))
  }
  return (
    // A new element once the login state is known: its new position then counts as no layout shift.
    <aside
      key={`${signedIn}`}
      className={`ask ${FORM.test(pathname) ? (signedIn ? 'head' : 'still') : pathname.startsWith('/jobs/') ? 'is-high' : ''}`}
      aria-label="Help"
    >
      <form action={paths.resources} onSubmit={start}>
        <button className="btn btn-2 btn-s" ref={button} aria-expanded={open && !!Panel}>
          <Icon name="chat" />
          <span className={words && 'message'}>
            {words || (
              <>
                <span>Ask for </span>help
              </>
            )}
          </span>
        </button>
      </form>
      {atHome && PopUp && <PopUp hidden={open} />}
      {Panel && <Panel open={open} setOpen={setOpen} trigger={button} tell={setWords} />}
    </aside>
  )
}
