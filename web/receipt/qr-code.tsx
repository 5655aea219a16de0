import { useEffect, useState } from 'react'
import { loadChunk } from '../load-chunk.ts'

const QUIET = 4

type Drawn = { path: string; size: number }

// Drawn only where a slip is shown, so it travels apart.
const draw = async (text: string): Promise<Drawn> => {
  const [{ correction, generate }, { toSvgPath }] = await loadChunk(() => Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]))
  const code = generate(text, { minCorrectionLevel: correction.M })
  return { path: toSvgPath(code), size: code.size }
}

/** `text` as a QR code with its quiet margin, dark on white in every colour scheme; an empty square until it is drawn. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const [drawn, setDrawn] = useState<Drawn>()
  useEffect(() => {
    let current = true
    draw(text).then(
      (it) => current && setDrawn(it),
      // What the code says stands beside it in words.
      () => {},
    )
    return () => {
      current = false
    }
  }, [text])
  const side = (drawn?.size ?? 0) + 2 * QUIET
  return (
    <svg className="qr" viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} shapeRendering="crispEdges" role="img" aria-label={name}>
      {drawn && <path d={drawn.path} />}
    </svg>
  )
}
