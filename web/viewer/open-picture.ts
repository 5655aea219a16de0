import { type OpenedDocument, CannotShow } from './opened.ts'
import { canvasSizeOf, type Size } from './sizes.ts'

/** If a picture is larger than it is ever drawn, makes a smaller bitmap of it. */
async function shrink(bitmap: ImageBitmap): Promise<ImageBitmap> {
  // The largest size of a picture that fits the limits of a canvas.
  const { width, height } = canvasSizeOf(bitmap, 1)
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
 * @throws CannotShow
 */
export async function openPicture(content: Blob, type: 'image/jpeg' | 'image/png'): Promise<OpenedDocument> {
  if (!('createImageBitmap' in globalThis)) throw new CannotShow('browser')
  // The size of the picture itself, before its bitmap is made smaller.
  let size: Size = { width: 1, height: 1 }
  // By default the camera's rotation applies. Old browsers refuse the option that says so.
  const bitmap = await createImageBitmap(new Blob([content], { type }))
    .then((picture) => {
      size = { width: picture.width, height: picture.height }
      return shrink(picture)
    })
    .catch(() => {
      throw new CannotShow('damaged')
    })
  const sheet = {
    size,
    draw: async (canvas: HTMLCanvasElement, rotation: number) => {
      const context = canvas.getContext('2d')
      if (!context) throw new CannotShow('browser')
      const { width, height } = canvas
      const [drawnWidth, drawnHeight] = rotation % 180 === 0 ? [width, height] : [height, width]
      // The picture is rotated around the middle of the canvas.
      context.translate(width / 2, height / 2)
      context.rotate((rotation * Math.PI) / 180)
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, -drawnWidth / 2, -drawnHeight / 2, drawnWidth, drawnHeight)
    },
    writeText: async () => false,
    freeMemory: () => {},
  }
  return { pages: 1, firstPageSize: size, sheet: async () => sheet, close: () => bitmap.close() }
}
