import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { loadChunk } from '../load-chunk.ts'
import { Icon } from '../ui/icon.tsx'

/** Whether this browser's share sheet accepts pictures. */
const sharesPictures = () => {
  try {
    return navigator.canShare({ files: [new File([], 'receipt.png', { type: 'image/png' })] })
  } catch {
    // This browser cannot share, or cannot share files.
    return false
  }
}

/**
 * The button that shares the receipt as a picture by WhatsApp, email or any app of the phone. It is left out
 * where a browser shares no files.
 */
export function SharePicture({ receipt, issuer }: { receipt: Receipt; issuer: string }) {
  const [pictureModule, setPictureModule] = useState<typeof import('./picture.ts')>()
  useEffect(() => {
    // The picture's code is fetched in advance, because a share sheet opens only right after the press.
    if (sharesPictures()) loadChunk(() => import('./picture.ts')).then(setPictureModule, () => {})
  }, [])
  return (
    pictureModule && (
      <button className="btn btn-2" type="button" onClick={() => pictureModule.sharePicture(receipt, issuer)}>
        <Icon name="out" /> <Trans>Share</Trans>
      </button>
    )
  )
}
