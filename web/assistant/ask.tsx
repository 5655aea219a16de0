import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { loadChunk } from '../load-chunk.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'

const HELP_PAGES_LABEL = 'See the help pages'
/** Pages that people fill in and press more than they read, by how their addresses start. */
const FORM_PAGES = /^\/(jobs\/?$|[dlv]|reg|for|sec|not-|new|app)/

/**
 * S2 §2: the button for the assistant, on every page. The assistant loads on a press. Until it can, and where
 * it cannot, the button leads to the help pages.
 */
export function AskForHelp() {
  const { pathname } = useLocation()
  const isSignedIn = useSession().state === 'in'
  const isHomePage = pathname === paths.home
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [label, setLabel] = useState('')
  const [{ Panel }, setPanel] = useState<Partial<typeof import('./panel.tsx')>>({})
  const [{ PopUp }, setPopUp] = useState<Partial<typeof import('./pop-up.tsx')>>({})
  useEffect(() => {
    // The page needs no pop-up: ignore a failure.
    if (isHomePage) import('./pop-up.tsx').then(setPopUp, () => {})
  }, [isHomePage])
  const openPanel = (event: FormEvent) => {
    if (label === HELP_PAGES_LABEL) return
    event.preventDefault()
    setOpen(true)
    if (!Panel) setLabel('One moment...')
    loadChunk(() => import('./panel.tsx')).then(setPanel, () => setLabel(HELP_PAGES_LABEL))
  }
  return (
    // A new element once the login state is known: its new position then counts as no layout shift.
    <aside
      key={`${isSignedIn}`}
      className={`ask ${FORM_PAGES.test(pathname) ? (isSignedIn ? 'head' : 'still') : pathname.startsWith('/jobs/') ? 'is-high' : ''}`}
      aria-label="Help"
    >
      <form action={paths.resources} onSubmit={openPanel}>
        <button className="btn btn-2 btn-s" ref={button} aria-expanded={isOpen && !!Panel}>
          <Icon name="chat" />
          <span className={label && 'message'}>
            {label || (
              <>
                <span>Ask for </span>help
              </>
            )}
          </span>
        </button>
      </form>
      {isHomePage && PopUp && <PopUp hidden={isOpen} />}
      {Panel && <Panel open={isOpen} setOpen={setOpen} trigger={button} setLabel={setLabel} />}
    </aside>
  )
}
