import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { pagePath } from '../language/paths.ts'
import { loadChunk } from '../load-chunk.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { serverHtml } from '../html.ts'
import { Icon } from '../ui/icon.tsx'
import { HOME_OPENS, POP_UP_ID } from '../starter/program.ts'

const HELP_PAGES_LABEL = t`See the help pages`
/**
 * The pages with forms, where the button must not cover a field. Each part is how an address starts. `[dlv]`
 * is for the dashboard, login and verify pages. The others are for /register, /forgot-password,
 * /security-setup, /not-me, /newsletter and /apply. `/jobs` matches, and the page of one job does not.
 */
const FORM_PAGES = /^\/(jobs\/?$|[dlv]|reg|for|sec|not-|new|app)/

/**
 * The CSS class that places the button where it covers nothing that people press. `head`: in the page header.
 * `still`: it does not follow the scrolling. `is-high`: above the buttons at the bottom of a job page.
 */
const positionClass = (pathname: string, isLoggedIn: boolean) => {
  if (FORM_PAGES.test(pathname)) return isLoggedIn ? 'head' : 'still'
  return pathname.startsWith('/jobs/') ? 'is-high' : ''
}

/**
 * The note that points to the assistant's button. The starter writes its text; React leaves the text alone.
 */
const PopUp = () => (
  <div className="pop-up" id={POP_UP_ID} hidden suppressHydrationWarning>
    <p role="status" dangerouslySetInnerHTML={serverHtml('')} />
    <button className="btn-icon" type="button" aria-label={t`Dismiss this note`}>
      <Icon name="x" />
    </button>
  </div>
)

/**
 * The button for the assistant, on every page (S2 §2). A press loads the assistant. Without JavaScript, or
 * when loading fails, the button leads to the help pages.
 */
export function AskForHelp() {
  const { pathname } = useLocation()
  const isLoggedIn = useSession().state === 'in'
  const isHomePage = pathname === paths.home
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The label of the assistant's button; '' means the usual one.
  const [label, setLabel] = useState('')
  const [{ Panel }, setPanelModule] = useState<Partial<typeof import('./panel.tsx')>>({})
  // Before the starter shows the note about the assistant, it waits for this event.
  useEffect(() => {
    if (isHomePage) document.dispatchEvent(new Event(HOME_OPENS))
  }, [isHomePage])
  const openPanel = (event: FormEvent) => {
    // The assistant failed to load before, so this form now opens the help pages.
    if (label === HELP_PAGES_LABEL) return
    event.preventDefault()
    setOpen(true)
    if (!Panel) setLabel(t`One moment...`)
    loadChunk(() => import('./panel.tsx')).then(setPanelModule, () => setLabel(HELP_PAGES_LABEL))
  }
  return (
    // The key makes a new element when the login state changes: a moved element would count as layout shift.
    <aside
      key={`${isLoggedIn}`}
      className={`ask ${positionClass(pathname, isLoggedIn)}`}
      aria-label={t`Help`}
    >
      <form action={pagePath(paths.resources)} onSubmit={openPanel}>
        <button className="btn btn-2 btn-small" ref={button} aria-expanded={isOpen && !!Panel}>
          <Icon name="chat" />
          <span className={label && 'message'}>
            {label || (
              <Trans>
                <span>Ask for </span>help
              </Trans>
            )}
          </span>
        </button>
      </form>
      {isHomePage && <PopUp />}
      {Panel && <Panel open={isOpen} setOpen={setOpen} trigger={button} setLabel={setLabel} />}
    </aside>
  )
}
