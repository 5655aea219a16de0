import { useState } from 'react'

/**
 * Shares the page's address: with the phone's own share sheet, by the clipboard, or as text where there is
 * neither.
 */
export function Share({ title, url }: { title: string; url: string }) {
  const [message, setMessage] = useState('')
  const share = async () => {
    if (navigator.share) return navigator.share({ title, url }).catch(() => {})
    // Neither exists on a plain http address, and the clipboard may be forbidden.
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setMessage(isCopied ? 'The address is copied' : url)
  }
  return (
    <p className="share small mt4">
      <button className="link needs-js" type="button" onClick={share}>
        Share this job
      </button>
      <button className="link needs-js" type="button" onClick={() => print()}>
        Print
      </button>
      <span role="status" className="tap quiet any">
        {message}
      </span>
    </p>
  )
}
