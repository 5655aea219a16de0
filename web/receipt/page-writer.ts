// Writes words, lines and a code into a picture, from the top down. `picture.ts` draws a receipt with it.

/** All these sizes are in pixels of the picture. */
const WIDTH = 1080
const MAX_HEIGHT = 2800
const MARGIN = 72
const RIGHT = WIDTH - MARGIN
/** The horizontal position at which the text beside a label starts. */
const VALUE_X = MARGIN + 220
const INK = '#17141f'
export const SOFT = '#565160'
export const TEXT = 'Atkinson,Arial,sans-serif'
export const TITLE = 'Besley,"Times New Roman",serif'

/** A white canvas, and the `pen` that draws on it. */
const createPage = (height: number) => {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, height)
  return { canvas, pen }
}

/** Breaks words into lines of at most `width`. A word that is longer than a line is cut. */
function wrapLines(pen: CanvasRenderingContext2D, words: string, width: number): string[] {
  const lines = ['']
  for (const word of words.split(' ')) {
    const line = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (pen.measureText(line).width <= width) {
      lines[lines.length - 1] = line
      continue
    }
    if (lines.at(-1)) lines.push('')
    for (const character of word) {
      if (pen.measureText(lines.at(-1) + character).width > width) lines.push('')
      lines[lines.length - 1] += character
    }
  }
  return lines
}

/** The upper part of a canvas, as an image. */
const imageOf = (drawn: HTMLCanvasElement, height: number) => {
  const { canvas, pen } = createPage(height)
  pen.drawImage(drawn, 0, 0)
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      'image/png',
    ),
  )
}

type Style = {
  font: string
  color?: string
  x?: number
  /** The distance from one line of text to the next. */
  leading?: number
}

/** Writes a page of a picture from the top down: each piece starts where the last one ended. */
export function createPageWriter() {
  const { canvas, pen } = createPage(MAX_HEIGHT)
  let y = MARGIN
  const write = (words: string, { font, color = INK, x = MARGIN, leading = 44 }: Style) => {
    pen.font = font
    pen.fillStyle = color
    for (const line of wrapLines(pen, words, RIGHT - x)) {
      y += leading
      pen.fillText(line, x, y)
    }
  }
  /** Draws a line over the whole width. `dashes` as for `setLineDash`; empty for a solid line. */
  const rule = (dashes: number[]) => {
    y += 36
    pen.setLineDash(dashes)
    pen.lineWidth = 3
    pen.strokeStyle = INK
    pen.beginPath()
    pen.moveTo(MARGIN, y)
    pen.lineTo(RIGHT, y)
    pen.stroke()
    y += 12
  }
  /** Writes a label with its values beside it. */
  const fact = (name: string, ...values: string[]) => {
    const top = (y += 16)
    write(name, { font: `400 30px ${TEXT}`, color: SOFT })
    y = top
    for (const value of values) write(value, { font: `700 36px ${TEXT}`, x: VALUE_X })
  }
  /** Draws the national colours along the upper edge. The text starts a little below them. */
  const colours = () => {
    for (const [index, color] of ['#000', '#a8201a', '#0b6b3e'].entries()) {
      pen.fillStyle = color
      pen.fillRect((index * WIDTH) / 3, 0, WIDTH / 3, 12)
    }
    y -= 24
  }
  /** Draws a square path of `size` units a side, enlarged by `scale`, and writes the text beside it. */
  const square = (path: string, size: number, scale: number, beside: (x: number) => void) => {
    const top = y
    pen.save()
    pen.translate(MARGIN, top + 16)
    pen.scale(scale, scale)
    pen.fillStyle = INK
    pen.fill(new Path2D(path))
    pen.restore()
    const side = size * scale
    beside(MARGIN + side + 48)
    y = Math.max(y, top + side + 16) + 24
  }
  const toImage = () => imageOf(canvas, Math.min(y + MARGIN, MAX_HEIGHT))
  return { write, rule, fact, colours, square, toImage }
}
