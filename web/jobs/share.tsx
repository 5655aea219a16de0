import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'

/** Shares the address of a job: with the phone's share sheet, else by the clipboard, else as text to copy. */
export function Share({ title, url }: { title: string; url: string }) {
  const [message, setMessage] = useState('')
  const share = async () => {
    // The share sheet rejects when the person closes it, which is no error.
    if (navigator.share) return navigator.share({ title, url }).catch(() => {})
    // The clipboard does not exist on an http address, and the browser may refuse it.
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setMessage(isCopied ? t`The address is copied` : url)
  }
  return (
    <p className="share small mt4">
      <button className="link needs-js" type="button" onClick={share}>
        <Trans>Share this job</Trans>
      </button>
      <button className="link needs-js" type="button" onClick={() => print()}>
        <Trans>Print</Trans>
      </button>
      <span role="status" className="tap quiet any">
        {message}
      </span>
    </p>
  )
}
