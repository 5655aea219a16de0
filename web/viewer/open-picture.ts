import { type Opened, Unshown } from './opened.ts'
import { type Box, pixelsOf } from './sizes.ts'

/** A smaller bitmap when a picture is larger than it is ever drawn. */
async function bounded(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = pixelsOf(bitmap, 1)
  if (width === bitmap.width && height === bitmap.height) return bitmap
  const smaller = await createImageBitmap(bitmap, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  bitmap.close()
  return smaller
}

/**
 * Opens a JPEG or PNG: only its pixels, rotated as its camera says.
 * @throws Unshown
 */
export async function openPicture(content: Blob, type: 'image/jpeg' | 'image/png'): Promise<Opened> {
  if (!('createImageBitmap' in globalThis)) throw new Unshown('browser')
  let first: Box = { width: 1, height: 1 }
  const bitmap = await createImageBitmap(new Blob([content], { type }), { imageOrientation: 'from-image' })
    .then((whole) => {
      first = { width: whole.width, height: whole.height }
      return bounded(whole)
    })
    .catch(() => {
      throw new Unshown('damaged')
    })
  const sheet = {
    size: first,
    draw: async (canvas: HTMLCanvasElement, turn: number) => {
      const on = canvas.getContext('2d')
      if (!on) throw new Unshown('browser')
      const { width, height } = canvas
      const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width]
      on.translate(width / 2, height / 2)
      on.rotate((turn * Math.PI) / 180)
      on.imageSmoothingQuality = 'high'
      on.drawImage(bitmap, -wide / 2, -high / 2, wide, high)
    },
    write: async () => false,
    rest: () => {},
  }
  return { pages: 1, first, sheet: async () => sheet, close: () => bitmap.close() }
}
