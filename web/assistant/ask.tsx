import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { loadChunk } from '../load-chunk.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'

const TO_HELP = 'See the help pages'

/** S2 §2: the way to the assistant, on every page. The assistant comes when it is asked for; until it can, and where it cannot, the button leads to the help pages. */
export function Ask() {
  const { pathname } = useLocation()
  const atHome = pathname === paths.home
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [{ Panel }, setPanel] = useState<Partial<typeof import('./panel.tsx')>>({})
  const [{ PopUp }, setPopUp] = useState<Partial<typeof import('./pop-up.tsx')>>({})
  useEffect(() => {
    // Whoever goes without it has lost nothing.
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
    <aside className={/^\/(?:apply|jobs\/)/.test(pathname) ? 'ask up' : 'ask'} aria-label="Help">
      <form action={paths.resources} onSubmit={start}>
        <button className="btn btn-2 btn-s" ref={button} aria-expanded={open && !!Panel}>
          <Icon name="chat" /> {words || 'Ask for help'}
        </button>
      </form>
      {atHome && PopUp && <PopUp hidden={open} />}
      {Panel && <Panel open={open} setOpen={setOpen} trigger={button} tell={setWords} />}
    </aside>
  )
}
