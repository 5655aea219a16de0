// Makes photos of documents smaller before they are uploaded. Only photos load this file.

const MAX_SIDE_PIXELS = 1_600
/**
 * The JPEG quality, where 1 is the best. With this one, text on a photographed certificate is still readable.
 */
const JPEG_QUALITY = 0.8

type Picture = {
  width: number
  height: number
  draw: (context: CanvasRenderingContext2D, width: number, height: number) => void
  /** Frees its memory. */
  close: () => void
}

const asBitmap = async (file: File): Promise<Picture> => {
  // Rotates the photo upright, as the camera recorded it.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = bitmap
  return {
    width,
    height,
    draw: (context, toWidth, toHeight) => context.drawImage(bitmap, 0, 0, toWidth, toHeight),
    close: () => bitmap.close(),
  }
}

// For browsers that cannot make bitmaps of files, or cannot rotate them. It uses a data URL, because the
// content security policy allows no images from blobs.
const asElement = (file: File): Promise<Picture> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => reject(new Error('unreadable')))
    reader.addEventListener('load', () => {
      const image = new Image()
      image.addEventListener('error', () => reject(new Error('unreadable')))
      image.addEventListener('load', () => {
        const { naturalWidth: width, naturalHeight: height } = image
        resolve({
          width,
          height,
          draw: (context, toWidth, toHeight) => context.drawImage(image, 0, 0, toWidth, toHeight),
          close: () => {},
        })
      })
      image.src = typeof reader.result === 'string' ? reader.result : ''
    })
    reader.readAsDataURL(file)
  })

/** The size in which a picture is sent, with no side over `MAX_SIDE_PIXELS`. It is never enlarged. */
const shrunkSize = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function asJpeg(file: File): Promise<Blob | undefined> {
  const picture = await asBitmap(file).catch(() => asElement(file))
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, shrunkSize(picture.width, picture.height))
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // JPEG has no transparency: transparent parts would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    picture.draw(context, canvas.width, canvas.height)
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', JPEG_QUALITY),
    )
  } finally {
    picture.close()
  }
}

/**
 * Makes a photo small enough for a slow network. The new file is a JPEG without the location of the photo. A
 * JPEG or PNG that gets no smaller is returned as it is.
 */
export async function shrinkImage(file: File): Promise<File> {
  const small = await asJpeg(file).catch(() => undefined)
  const isAcceptedAsItIs = file.type === 'image/jpeg' || file.type === 'image/png'
  if (!small || (isAcceptedAsItIs && small.size >= file.size)) return file
  const baseName = file.name.replace(/\.\w+$/, '') || 'photo'
  return new File([small], `${baseName}.jpg`, { type: 'image/jpeg' })
}
