import { loadChunk } from '../load-chunk.ts'

/** The width of the white margin around a code, in modules. A module is one of the code's small squares. */
export const QUIET_ZONE = 4

/**
 * Makes the path of a QR code with this text, `size` modules a side. Its library is loaded only here, because
 * only a receipt needs it.
 */
export const drawQr = async (text: string): Promise<{ path: string; size: number }> => {
  const [{ correction, generate }, { toSvgPath }] = await loadChunk(() =>
    Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]),
  )
  // At level M, a code can be read even if about 15% of it is damaged.
  const code = generate(text, { minCorrectionLevel: correction.M })
  return { path: toSvgPath(code), size: code.size }
}
