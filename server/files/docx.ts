import { type Reading, Unfit } from './reading.ts'
import { type Entry, entriesOf, unpack } from './zip.ts'

const MAX_LISTING = 1_048_576
const HIDDEN_PART = /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml|attachedtoolbars\.bin)$|(?:^|\/)(?:activex|embeddings)\//
const HIDDEN_TYPE = /macroenabled|vbaproject|vbadata|activex|oleobject/i
// Parts that bring a document, an object or a program of their own, wherever they lie.
const HIDDEN_RELATION = /\/(?:vbaproject|wordvbadata|oleobject|package|control|activexcontrolbinary|afchunk|attachedtoolbars|subdocument|frame)$/i
// Word looks for a template where it lay on the author's own disk, and finds none: many a CV names one. Elsewhere it would be fetched.
const OWN_DISK = /^(?:(?:file:\/\/(?:localhost)?\/)?[a-z]:[\\/](?![\\/])|file:\/\/(?:localhost)?\/(?=\w)|[\w. -]+$)/i
const MAY_BE_ON_DISK = /\/(?:attachedtemplate|image)$/i
const NESTED: [Buffer, 'macros' | 'unpacked'][] = [
  [Buffer.from('504b0304', 'hex'), 'unpacked'],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'macros'],
  [Buffer.from('4d5a90', 'hex'), 'macros'],
  [Buffer.from('7f454c46', 'hex'), 'macros'],
]

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (value: string) =>
  value.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, tens?: string, hex?: string, name?: string) => {
    const code = tens ? Number(tens) : hex ? Number.parseInt(hex, 16) : undefined
    return code === undefined ? (NAMED[name ?? ''] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const unescaped = (target: string) => {
  try {
    return decodeURIComponent(target)
  } catch {
    return '//'
  }
}

/** The attributes of every element of this name, whatever its prefix and quotes. */
function* elements(xml: string, element: string): Generator<Record<string, string>> {
  for (const [, inside = ''] of xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}\\b((?:"[^"]*"|'[^']*'|[^'">])*)>`, 'g'))) {
    yield Object.fromEntries(
      [...inside.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '').trim()]),
    )
  }
}

// A listing in another encoding, or with a grammar of its own, is one that two programs could read in two ways.
async function listingOf(it: Reading, entry: Entry): Promise<string> {
  if (entry.unpacked > MAX_LISTING) throw new Unfit('unpacked')
  const pieces: Buffer[] = []
  for await (const piece of unpack(it, entry)) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  if (/\0|<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Unfit('damaged')
  return text.replace(/<!--[\s\S]*?-->/g, '')
}

function refuseHidden(name: string, xml: string) {
  if (name === '[content_types].xml') {
    for (const element of ['Default', 'Override'])
      for (const { ContentType = '' } of elements(xml, element)) if (HIDDEN_TYPE.test(ContentType)) throw new Unfit('macros')
  } else {
    for (const { Type = '', Target = '', TargetMode = '' } of elements(xml, 'Relationship')) {
      // A link that a reader may follow is all that may lead outside; anything else would be fetched unasked.
      const leadsOut = /^external$/i.test(TargetMode) && !/\/hyperlink$/i.test(Type)
      if (HIDDEN_RELATION.test(Type) || (leadsOut && !(MAY_BE_ON_DISK.test(Type) && OWN_DISK.test(unescaped(Target))))) throw new Unfit('macros')
    }
  }
}

async function refuseNested(it: Reading, entry: Entry) {
  let first = true
  for await (const piece of unpack(it, entry)) {
    const nested = first && NESTED.find(([start]) => piece.subarray(0, start.length).equals(start))
    if (nested) throw new Unfit(nested[1])
    first = false
  }
}

/** T13, T14: a Word document without macros, objects, other documents, or anything fetched from elsewhere; every byte is unpacked and counted. */
export async function judgeDocx(it: Reading): Promise<void> {
  const entries = await entriesOf(it)
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[content_types].xml') || ![...names].some((name) => /^word\/document\d*\.xml$/.test(name))) throw new Unfit('wrongType')
  if ([...names].some((name) => HIDDEN_PART.test(name))) throw new Unfit('macros')
  for (const entry of entries) {
    if (entry.name === '[content_types].xml' || entry.name.endsWith('.rels')) refuseHidden(entry.name, await listingOf(it, entry))
    else await refuseNested(it, entry)
  }
}
