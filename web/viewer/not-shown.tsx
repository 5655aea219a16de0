import { Link, useLocation } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { staffPaths } from '../staff-paths.ts'
import { rememberStaffPage } from '../staff-ui/after-login.ts'
import type { DocumentState } from './use-document.ts'

const REASON_WORDS = {
  locked: t`This file is locked with a password and cannot be shown here.`,
  damaged: t`This file is damaged and cannot be shown here.`,
  browser: t`This browser is too old to show it here.`,
} as const

/**
 * `cannot-show`: the file was read, but cannot be drawn. `failed`: it was not fetched, or the viewer did not
 * start.
 */
type Props = {
  documentState: Extract<DocumentState, { state: 'cannot-show' | 'failed' }>
  saveFile: (() => void) | undefined
}

/** Says why the viewer does not show a document, and what the officer can do instead. */
export function NotShown({ documentState, saveFile }: Props) {
  const { pathname, search } = useLocation()
  const saveButton = saveFile && (
    <p>
      <button className="btn btn-2 btn-small" type="button" onClick={saveFile}>
        <Trans>Save the file</Trans>
      </button>
    </p>
  )
  if (documentState.state === 'cannot-show') {
    return (
      <div className="viewer-not-shown" role="alert">
        <p>
          {REASON_WORDS[documentState.reason]}{' '}
          <Trans>You can save it and open it with another program.</Trans>
        </p>
        {saveButton}
      </div>
    )
  }
  if (documentState.status === 401) {
    return (
      <div className="viewer-not-shown" role="alert">
        <p>
          <Trans>Your session is over.</Trans>
        </p>
        <p>
          <Link to={staffPaths.login} onClick={() => rememberStaffPage(pathname + search)}>
            <Trans>Log in again</Trans>
          </Link>
        </p>
      </div>
    )
  }
  return (
    <div className="viewer-not-shown" role="alert">
      <p>{documentState.message || t`The document could not be loaded. Nothing is lost.`}</p>
      <p>
        <button className="btn btn-small" type="button" onClick={documentState.onRetry}>
          <Trans>Try again</Trans>
        </button>
      </p>
      {saveButton}
    </div>
  )
}
