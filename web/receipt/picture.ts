import { clockTimeInFull, plainDate } from '#contract/dates.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { giveFile } from '../save-file.ts'
import { drawQr, QUIET } from './qr.ts'

const WIDTH = 1080
const TALLEST = 2800
const EDGE = 72
const RIGHT = WIDTH - EDGE
/** Where text beside a label starts. */
const BESIDE = EDGE + 220
const INK = '#17141f'
const SOFT = '#565160'
const TEXT = 'Atkinson,Arial,sans-serif'
const TITLE = 'Besley,"Times New Roman",serif'

const onPage = (height: number) => {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, height)
  return { canvas, pen }
}

/** Breaks words into lines of at most `width`; a longer word is cut. */
function lines(pen: CanvasRenderingContext2D, words: string, width: number): string[] {
  const all = ['']
  for (const word of words.split(' ')) {
    const line = all.at(-1) ? `${all.at(-1)} ${word}` : word
    if (pen.measureText(line).width <= width) {
      all[all.length - 1] = line
      continue
    }
    if (all.at(-1)) all.push('')
    for (const letter of word) {
      if (pen.measureText(all.at(-1) + letter).width > width) all.push('')
      all[all.length - 1] += letter
    }
  }
  return all
}

/**
 * The receipt as a picture that any phone opens: always in light colours, whatever the colours of the screen.
 */
export async function drawReceipt(receipt: Receipt, issuer: string): Promise<Blob> {
  const [{ path, size }] = await Promise.all([
    drawQr(`${receipt.verify_url}#r=${receipt.reference_number}&d=${receipt.digest}`),
    // Canvas does not wait for fonts; a font that fails to load is not used.
    Promise.allSettled(
      [`600 40px ${TITLE}`, `400 30px ${TEXT}`, `700 30px ${TEXT}`].map((font) => document.fonts.load(font)),
    ),
  ])
  const { canvas, pen } = onPage(TALLEST)
  let y = EDGE
  const write = (
    words: string,
    {
      font,
      color = INK,
      x = EDGE,
      leading = 44,
    }: { font: string; color?: string; x?: number; leading?: number },
  ) => {
    pen.font = font
    pen.fillStyle = color
    for (const line of lines(pen, words, RIGHT - x)) {
      y += leading
      pen.fillText(line, x, y)
    }
  }
  const rule = (dots: number[]) => {
    y += 36
    pen.setLineDash(dots)
    pen.lineWidth = 3
    pen.strokeStyle = INK
    pen.beginPath()
    pen.moveTo(EDGE, y)
    pen.lineTo(RIGHT, y)
    pen.stroke()
    y += 12
  }
  const fact = (name: string, ...values: string[]) => {
    const top = (y += 16)
    write(name, { font: `400 30px ${TEXT}`, color: SOFT })
    y = top
    for (const value of values) write(value, { font: `700 36px ${TEXT}`, x: BESIDE })
  }

  for (const [index, color] of ['#000', '#a8201a', '#0b6b3e'].entries()) {
    pen.fillStyle = color
    pen.fillRect((index * WIDTH) / 3, 0, WIDTH / 3, 12)
  }
  y -= 24
  write(issuer, { font: `600 40px ${TITLE}`, leading: 52 })
  write(`Receipt of application · ${receipt.job_reference}`, { font: `400 30px ${TEXT}`, color: SOFT })
  rule([])
  write('Reference number', { font: `400 30px ${TEXT}`, color: SOFT })
  write(receipt.reference_number, { font: `700 96px ${TEXT}`, leading: 100 })
  rule([3, 9])
  const receivedAt = new Date(receipt.received_at ?? receipt.submitted_at)
  fact('Job', receipt.job_title)
  fact('Applicant', receipt.name)
  fact('Received', plainDate(receivedAt), `${clockTimeInFull(receivedAt)}, EAT`)
  rule([3, 9])

  const top = y
  const scale = Math.floor(340 / (size + 2 * QUIET))
  pen.save()
  pen.translate(EDGE, top + 16)
  pen.scale(scale, scale)
  pen.fillStyle = INK
  pen.fill(new Path2D(path))
  pen.restore()
  const side = size * scale
  const beside = EDGE + side + 48
  write('Scan to check this receipt, or open', { font: `400 30px ${TEXT}`, x: beside })
  write(receipt.verify_url.replace(/^https?:\/\//, ''), { font: `700 30px ${TEXT}`, x: beside })
  y = Math.max(y, top + side + 16)
  y += 24
  write('Fingerprint of what was sent (SHA-256)', { font: `400 26px ${TEXT}`, color: SOFT })
  write(receipt.digest.toUpperCase().replace(/(.{4})(?=.)/g, '$1 '), {
    font: `400 26px ${TEXT}`,
    leading: 38,
  })

  const whole = onPage(Math.min(y + EDGE, TALLEST))
  whole.pen.drawImage(canvas, 0, 0)
  return new Promise((give, fail) =>
    whole.canvas.toBlob(
      (blob) => (blob ? give(blob) : fail(new Error('the picture could not be drawn'))),
      'image/png',
    ),
  )
}

/**
 * Opens the phone's own share sheet with the picture. If that fails, the picture is saved, so that the press
 * was not for nothing.
 */
export async function sharePicture(receipt: Receipt, issuer: string): Promise<void> {
  const name = `receipt-${receipt.reference_number}.png`
  const picture = await drawReceipt(receipt, issuer)
  try {
    await navigator.share({
      files: [new File([picture], name, { type: picture.type })],
      title: `Receipt ${receipt.reference_number}`,
    })
  } catch (error) {
    // A person who closes the sheet has chosen.
    if ((error as Error).name !== 'AbortError') giveFile(picture, name)
  }
}
