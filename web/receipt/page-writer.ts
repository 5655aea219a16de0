// Writes words, lines and a code into a picture, from the top down. `picture.ts` draws a receipt with it.

/** All these sizes are in pixels of the picture. */
const WIDTH = 1080
/** The height of the canvas. The picture is cut below its last line. */
const MAX_HEIGHT = 2800
const MARGIN = 72
const RIGHT = WIDTH - MARGIN
/** The horizontal position at which the text beside a label starts. */
const VALUE_X = MARGIN + 220
const STRIPE_HEIGHT = 12
/** How much closer to the upper edge the text starts on a page with the national colours. */
const STRIPE_LIFT = 24
const RULE_SPACE = { above: 36, below: 12 }
const RULE_WIDTH = 3
/** The space above a label, and the space above a square. */
const PIECE_SPACE = 16
const SQUARE_SPACE = { right: 48, below: 24 }
const INK = '#17141f'
export const SOFT_INK = '#565160'
export const TEXT_FAMILY = 'Atkinson,Arial,sans-serif'
export const TITLE_FAMILY = 'Besley,"Times New Roman",serif'

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

/** The upper part of a canvas, of this height, as a PNG image. */
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
    y += RULE_SPACE.above
    pen.setLineDash(dashes)
    pen.lineWidth = RULE_WIDTH
    pen.strokeStyle = INK
    pen.beginPath()
    pen.moveTo(MARGIN, y)
    pen.lineTo(RIGHT, y)
    pen.stroke()
    y += RULE_SPACE.below
  }
  /** Writes a label with its values beside it. */
  const fact = (name: string, ...values: string[]) => {
    const top = y + PIECE_SPACE
    y = top
    write(name, { font: `400 30px ${TEXT_FAMILY}`, color: SOFT_INK })
    // The first value is on the line of the label.
    y = top
    for (const value of values) write(value, { font: `700 36px ${TEXT_FAMILY}`, x: VALUE_X })
  }
  /** Draws the national colours (black, red and green) along the upper edge. */
  const colours = () => {
    for (const [index, color] of ['#000', '#a8201a', '#0b6b3e'].entries()) {
      pen.fillStyle = color
      pen.fillRect((index * WIDTH) / 3, 0, WIDTH / 3, STRIPE_HEIGHT)
    }
    y -= STRIPE_LIFT
  }
  /**
   * Draws a square path of `size` units a side, enlarged by `scale`. `writeBeside` writes the text to its
   * right, from the position that it gets.
   */
  const square = (path: string, size: number, scale: number, writeBeside: (x: number) => void) => {
    const top = y
    pen.save()
    pen.translate(MARGIN, top + PIECE_SPACE)
    pen.scale(scale, scale)
    pen.fillStyle = INK
    pen.fill(new Path2D(path))
    pen.restore()
    const side = size * scale
    writeBeside(MARGIN + side + SQUARE_SPACE.right)
    // The next piece starts below the square and below the text, whichever ends lower.
    y = Math.max(y, top + PIECE_SPACE + side) + SQUARE_SPACE.below
  }
  const toImage = () => imageOf(canvas, Math.min(y + MARGIN, MAX_HEIGHT))
  return { write, rule, fact, colours, square, toImage }
}
