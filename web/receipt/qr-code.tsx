import { useEffect, useState } from 'react'
import { drawQr, QUIET_ZONE } from './qr.ts'

/**
 * `text` as a QR code with its white margin, dark on white in every colour scheme; an empty square until it
 * is drawn.
 */
export function QrCode({ text, name }: { text: string; name: string }) {
  const [drawn, setDrawn] = useState<Awaited<ReturnType<typeof drawQr>>>()
  useEffect(() => {
    let isCurrent = true
    drawQr(text).then(
      (code) => isCurrent && setDrawn(code),
      // If drawing fails, the square stays empty, because the address is also shown in words beside it.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  const side = (drawn?.size ?? 0) + 2 * QUIET_ZONE
  return (
    <svg
      className="qr-code"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={name}
    >
      {drawn && <path d={drawn.path} />}
    </svg>
  )
}
