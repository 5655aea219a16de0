import {
  AnnotationMode,
  getDocument,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedScript } from '../html.ts'
import { type Opened, type Sheet, Unshown } from './opened.ts'
import type { Rotation } from './sizes.ts'

/** The folder of the build (vite.config.ts). */
const PIECES = `/assets/pdfjs-${version}/`
/** CSS pixels in a point. */
const POINT = 96 / 72
const MOST_PICTURE_PIXELS = 40_000_000

// A stranger wrote this file. Our code and its libraries only draw it; it never acts. Links, forms, scripts
// and attachments cannot work, because the code for them is missing. Nothing of it becomes code, or a font of
// the browser.
const READING = {
  enableXfa: false,
  useWasm: false,
  disableFontFace: true,
  useSystemFonts: false,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
  disableWorkerRendering: true,
  // A page with one wrong line is still worth reading.
  stopAtErrors: false,
  maxImageSize: MOST_PICTURE_PIXELS,
  canvasMaxAreaInBytes: 4 * 2 ** 24,
  standardFontDataUrl: PIECES,
  wasmUrl: PIECES,
  // The worker may not fetch anything (server/page-cache/assets.ts), so it is given the fonts.
  useWorkerFetch: false,
  verbosity: VerbosityLevel.ERRORS,
}

const sheetOf = (page: PDFPageProxy): Sheet => {
  const view = (scale: number, turn: Rotation) =>
    page.getViewport({ scale, rotation: (page.rotate + turn) % 360 })
  const { width, height } = view(POINT, 0)
  return {
    size: { width: Math.max(1, width), height: Math.max(1, height) },
    draw: async (canvas, turn, stop) => {
      const drawing = page.render({
        canvas,
        viewport: view(canvas.width / view(1, turn).width, turn),
        annotationMode: AnnotationMode.ENABLE,
      })
      stop.addEventListener('abort', () => drawing.cancel())
      await drawing.promise
    },
    write: async (layer, turn, stop) => {
      const text = await page.getTextContent()
      if (stop.aborted) return false
      const writing = new TextLayer({
        textContentSource: text,
        container: layer,
        viewport: view(POINT, turn),
      })
      stop.addEventListener('abort', () => writing.cancel())
      await writing.render()
      return writing.textContentItemsStr.some((words) => words.trim() !== '')
    },
    rest: () => void page.cleanup(),
  }
}

const faultOf = (error: unknown) =>
  new Unshown(error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged')

/**
 * Opens a PDF in its own worker, which ends on close.
 * @throws Unshown
 */
export async function openPdf(content: Blob): Promise<Opened> {
  const data = new Uint8Array(await content.arrayBuffer())
  const port = new Worker(trustedScript(`${PIECES}pdf.worker.js`), { type: 'module' })
  // If the worker does not start, no response ever comes. The cause is unknown, so another try may work.
  let broke = false
  const broken = new Promise<never>((_, reject) =>
    port.addEventListener('error', () => {
      broke = true
      reject(new Error('the worker did not start'))
    }),
  )
  const reading = getDocument({ ...READING, data, worker: PDFWorker.create({ port }) })
  try {
    const pdf = await Promise.race([reading.promise, broken])
    const first = sheetOf(await Promise.race([pdf.getPage(1), broken]))
    return {
      pages: pdf.numPages,
      first: first.size,
      sheet: async (page) => (page === 1 ? first : sheetOf(await pdf.getPage(page))),
      close: () => port.terminate(),
    }
  } catch (error) {
    port.terminate()
    throw broke ? error : faultOf(error)
  }
}
