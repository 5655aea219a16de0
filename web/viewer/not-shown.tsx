import { Link, useLocation } from 'react-router'
import { staffPaths } from '../staff-paths.ts'
import { rememberStaffPage } from '../staff-ui/after-login.ts'
import type { Shown } from './use-document.ts'

const REASON_WORDS = {
  locked: 'This file is locked with a password and cannot be shown here.',
  damaged: 'This file is damaged and cannot be shown here.',
  browser: 'This browser is too old to show it here.',
} as const

type Props = { shown: Extract<Shown, { state: 'unshown' | 'failed' }>; saveFile: (() => void) | undefined }

/** Why nothing is shown, and what can be done instead. */
export function NotShown({ shown, saveFile }: Props) {
  const { pathname, search } = useLocation()
  const saveButton = saveFile && (
    <p>
      <button className="btn btn-2 btn-s" type="button" onClick={saveFile}>
        Save the file
      </button>
    </p>
  )
  if (shown.state === 'unshown') {
    return (
      <div className="vw-not" role="alert">
        <p>{REASON_WORDS[shown.reason]} You can save it and open it with another program.</p>
        {saveButton}
      </div>
    )
  }
  if (shown.status === 401) {
    return (
      <div className="vw-not" role="alert">
        <p>Your session is over.</p>
        <p>
          <Link to={staffPaths.login} onClick={() => rememberStaffPage(pathname + search)}>
            Log in again
          </Link>
        </p>
      </div>
    )
  }
  return (
    <div className="vw-not" role="alert">
      <p>{shown.message || 'The document could not be loaded. Nothing is lost.'}</p>
      <p>
        <button className="btn btn-s" type="button" onClick={shown.onRetry}>
          Try again
        </button>
      </p>
      {saveButton}
    </div>
  )
}
