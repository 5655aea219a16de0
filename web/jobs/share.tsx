import { useState } from 'react'

/** Hands the page's address on: to the phone's own share sheet, or to the clipboard. */
export function Share({ title, url }: { title: string; url: string }) {
  const [copied, setCopied] = useState(false)
  const share = async () => {
    if (navigator.share) return navigator.share({ title, url }).catch(() => {})
    await navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <p className="share small mt4">
      <button className="link needs-js" type="button" onClick={share}>
        Share this notice
      </button>
      <button className="link needs-js" type="button" onClick={() => print()}>
        Print
      </button>
      <span role="status" className="tap quiet">
        {copied ? 'The address is copied' : ''}
      </span>
    </p>
  )
}
