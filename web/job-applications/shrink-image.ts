const LONGEST_SIDE = 1_600
const QUALITY = 0.8

type Drawn = {
  width: number
  height: number
  draw: (on: CanvasRenderingContext2D, width: number, height: number) => void
  done: () => void
}

const asBitmap = async (file: File): Promise<Drawn> => {
  // Rotates the photo upright, as the camera recorded it.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = bitmap
  return { width, height, draw: (on, w, h) => on.drawImage(bitmap, 0, 0, w, h), done: () => bitmap.close() }
}

// For browsers that have no bitmaps of files, or cannot rotate them. The content security policy allows data
// images, not blobs.
const asElement = (file: File): Promise<Drawn> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => reject(new Error('unreadable')))
    reader.addEventListener('load', () => {
      const image = new Image()
      image.addEventListener('error', () => reject(new Error('unreadable')))
      image.addEventListener('load', () => {
        const { naturalWidth: width, naturalHeight: height } = image
        resolve({ width, height, draw: (on, w, h) => on.drawImage(image, 0, 0, w, h), done: () => {} })
      })
      image.src = typeof reader.result === 'string' ? reader.result : ''
    })
    reader.readAsDataURL(file)
  })

/** The size in which a picture is sent: its longest side is at most 1600 pixels, and it is never enlarged. */
export const shrunkSize = (width: number, height: number): { width: number; height: number } => {
  const by = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

async function asJpeg(file: File): Promise<Blob | undefined> {
  const picture = await asBitmap(file).catch(() => asElement(file))
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, shrunkSize(picture.width, picture.height))
    const on = canvas.getContext('2d')
    if (!on) return undefined
    // JPEG has no transparency: transparent parts would turn black.
    on.fillStyle = '#fff'
    on.fillRect(0, 0, canvas.width, canvas.height)
    on.imageSmoothingQuality = 'high'
    picture.draw(on, canvas.width, canvas.height)
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY),
    )
  } finally {
    picture.done()
  }
}

/**
 * Makes a photo small enough for a slow network and removes its location. Any other file, and a photo that
 * gets no smaller, stays as it is.
 */
export async function shrinkImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file
  const small = await asJpeg(file).catch(() => undefined)
  const takenAsIs = file.type === 'image/jpeg' || file.type === 'image/png'
  if (!small || (takenAsIs && small.size >= file.size)) return file
  return new File([small], `${file.name.replace(/\.\w+$/, '') || 'photo'}.jpg`, { type: 'image/jpeg' })
}
