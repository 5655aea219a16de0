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
import { type OpenedDocument, type Sheet, CannotShow } from './opened.ts'
import type { Rotation } from './sizes.ts'

/** The folder into which the build puts the worker and the fonts of PDF.js (vite.config.ts). */
const PDFJS_FOLDER = `/assets/pdfjs-${version}/`
const PX_PER_POINT = 96 / 72
const BYTES_PER_PIXEL = 4
/**
 * The limit for canvases that PDF.js makes by itself. The canvas of a page has a smaller limit (sizes.ts).
 */
const MAX_PDFJS_CANVAS_PIXELS = 2 ** 24
const MAX_PICTURE_PIXELS = 40_000_000

// A stranger wrote this file, so it is only drawn. The code for links, forms, scripts and attachments is not
// loaded. So none of them can work. Nothing in the file becomes code, or a font of the browser. Without
// WebAssembly, colour profiles are ignored. The tables of Chinese, Japanese and Korean characters (1.7 MB)
// are left out, so these characters are drawn only with a font of the file.
const PDF_OPTIONS = {
  enableXfa: false,
  useWasm: false,
  disableFontFace: true,
  useSystemFonts: false,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
  disableWorkerRendering: true,
  // A page with an error in one line is still worth reading, so errors do not stop the drawing.
  stopAtErrors: false,
  maxImageSize: MAX_PICTURE_PIXELS,
  canvasMaxAreaInBytes: BYTES_PER_PIXEL * MAX_PDFJS_CANVAS_PIXELS,
  standardFontDataUrl: PDFJS_FOLDER,
  wasmUrl: PDFJS_FOLDER,
  // The page fetches the fonts for the worker, which may not fetch anything (server/page-cache/assets.ts).
  useWorkerFetch: false,
  verbosity: VerbosityLevel.ERRORS,
}

/**
 * A page of the PDF that can be drawn. If the file asks for a rotation (`page.rotate`), it is added to the
 * officer's.
 */
const sheetOf = (page: PDFPageProxy): Sheet => {
  const viewportAt = (scale: number, rotation: Rotation) =>
    page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 })
  const { width, height } = viewportAt(PX_PER_POINT, 0)
  return {
    size: { width: Math.max(1, width), height: Math.max(1, height) },
    draw: async (canvas, rotation, signal) => {
      const drawing = page.render({
        canvas,
        // With this scale, the page fills the canvas.
        viewport: viewportAt(canvas.width / viewportAt(1, rotation).width, rotation),
        annotationMode: AnnotationMode.ENABLE,
      })
      signal.addEventListener('abort', () => drawing.cancel())
      await drawing.promise
    },
    writeText: async (layer, rotation, signal) => {
      const text = await page.getTextContent()
      if (signal.aborted) return false
      const writing = new TextLayer({
        textContentSource: text,
        container: layer,
        viewport: viewportAt(PX_PER_POINT, rotation),
      })
      signal.addEventListener('abort', () => writing.cancel())
      await writing.render()
      return writing.textContentItemsStr.some((words) => words.trim() !== '')
    },
    freeMemory: () => void page.cleanup(),
  }
}

const cannotShow = (error: unknown) =>
  new CannotShow(error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged')

/** Opens a PDF in a worker of its own. Closing the PDF ends the worker. @throws CannotShow */
export async function openPdf(content: Blob): Promise<OpenedDocument> {
  const data = new Uint8Array(await content.arrayBuffer())
  const port = new Worker(trustedScript(`${PDFJS_FOLDER}pdf.worker.js`), { type: 'module' })
  // If the worker does not start, no response ever comes. The cause is unknown, so another try may work.
  let hasWorkerFailed = false
  const workerFailure = new Promise<never>((_, reject) =>
    port.addEventListener('error', () => {
      hasWorkerFailed = true
      reject(new Error('the worker did not start'))
    }),
  )
  const reading = getDocument({ ...PDF_OPTIONS, data, worker: PDFWorker.create({ port }) })
  try {
    const pdf = await Promise.race([reading.promise, workerFailure])
    const first = sheetOf(await Promise.race([pdf.getPage(1), workerFailure]))
    return {
      pages: pdf.numPages,
      firstPageSize: first.size,
      sheet: async (page) => (page === 1 ? first : sheetOf(await pdf.getPage(page))),
      close: () => port.terminate(),
    }
  } catch (error) {
    port.terminate()
    throw hasWorkerFailed ? error : cannotShow(error)
  }
}
