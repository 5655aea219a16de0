import { loadChunk } from '../load-chunk.ts'

/** White modules that a reader needs around a code. A module is one of its small squares. */
export const QUIET_ZONE = 4

/**
 * `text` as the path of a QR code of `size` modules a side. The library is loaded separately: only a receipt
 * needs it.
 */
export const drawQr = async (text: string): Promise<{ path: string; size: number }> => {
  const [{ correction, generate }, { toSvgPath }] = await loadChunk(() =>
    Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]),
  )
  const code = generate(text, { minCorrectionLevel: correction.M })
  return { path: toSvgPath(code), size: code.size }
}
