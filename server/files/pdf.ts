import { type Reading, Unfit } from './reading.ts'

const SIGNS: [string, RegExp][] = [
  ['javascript', /\/(?:JavaScript|JS)(?=[\s(<[/\]>])/],
  ['launch', /\/Launch(?=[\s(<[/\]>])/],
  ['embedded_file', /\/EmbeddedFiles?(?=[\s(<[/\]>])/],
  ['encrypted', /\/Encrypt(?=[\s(<[/\]>])/],
]
const OVERLAP = 64

// A name in a PDF may spell any of its letters as #xx.
const spelled = (text: string) => text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** T13: a PDF from its first byte to its end mark; what it holds beside pages is flagged for whoever opens it. */
export async function judgePdf(it: Reading): Promise<string[]> {
  const flags = new Set<string>()
  let ended = false
  let before = ''
  for await (const piece of it.pieces(0, it.size)) {
    const text = before + piece.toString('latin1')
    ended ||= text.includes('%%EOF')
    const names = text.includes('#') ? spelled(text) : text
    for (const [flag, sign] of SIGNS) if (sign.test(names)) flags.add(flag)
    before = text.slice(-OVERLAP)
  }
  if (!ended) throw new Unfit('damaged')
  return [...flags].sort()
}
