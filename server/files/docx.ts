import { type Reading, RejectedFile } from './reading.ts'
import { partScanner } from './word-part.ts'
import { tagsOf } from './xml.ts'
import { type Entry, entriesOf, unpack } from './zip.ts'

/**
 * The parts that declare the types of parts, and the other parts or places they name: few and small in every
 * real document.
 */
const LISTINGS = { count: 32, bytes: 131_072, bytesOfAll: 524_288 } as const
const CONTENT_TYPES = '[content_types].xml'
const HIDDEN_PART =
  /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml|attachedtoolbars\.bin)$|(?:^|\/)(?:activex|embeddings)\//
const HIDDEN_TYPE = /macroenabled|vbaproject|vbadata|activex|oleobject/i
// Parts that bring a document, an object or a program of their own, wherever they are.
const HIDDEN_RELATION =
  /\/(?:vbaproject|wordvbadata|oleobject|package|control|activexcontrolbinary|afchunk|attachedtoolbars|subdocument|frame)$/i
// Word looks for a template on the author's own disk, and finds none: many a CV names one. A template
// elsewhere would be fetched.
const OWN_DISK =
  /^(?:(?:file:\/\/(?:localhost)?\/)?[a-z]:[\\/](?![\\/])|file:\/\/(?:localhost)?\/(?=\w)|[\w. -]+$)/i
// Whatever such a target claims to be: an address or a share of another machine is in no zip.
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i
const MAY_BE_ON_DISK = /\/(?:attachedtemplate|image)$/i
/** The first bytes of a zip, a compound file and two kinds of programs. */
const NESTED = ['504b0304', 'd0cf11e0a1b11ae1', '4d5a90', '7f454c46'].map((start) =>
  Buffer.from(start, 'hex'),
)

const unescaped = (target: string) => {
  try {
    return decodeURIComponent(target)
  } catch {
    return '//'
  }
}

const isListing = ({ name }: Entry) => name === CONTENT_TYPES || name.endsWith('.rels')

async function listingOf(reading: Reading, entry: Entry): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of unpack(reading, entry)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function refuseHidden(name: string, xml: string) {
  for (const { name: element, attributes } of tagsOf(xml)) {
    const { ContentType = '', Type = '', Target = '', TargetMode = '' } = attributes
    if (name === CONTENT_TYPES) {
      if ((element === 'Default' || element === 'Override') && HIDDEN_TYPE.test(ContentType))
        throw new RejectedFile('macros')
    } else if (element === 'Relationship') {
      // Only a link that a reader may choose to follow may lead outside; anything else would be fetched
      // unasked.
      const target = unescaped(Target)
      const leadsOut =
        (/^external$/i.test(TargetMode) || ELSEWHERE.test(target)) && !/\/hyperlink$/i.test(Type)
      if (HIDDEN_RELATION.test(Type) || (leadsOut && !(MAY_BE_ON_DISK.test(Type) && OWN_DISK.test(target))))
        throw new RejectedFile('macros')
    }
  }
}

/**
 * Unpacks a part to its end, and rejects what it hides: a document or a program under another name, a field
 * that runs or fetches something.
 */
async function refuseHiddenIn(reading: Reading, entry: Entry) {
  let part: ReturnType<typeof partScanner> | 'new' = 'new'
  for await (const piece of unpack(reading, entry)) {
    if (part === 'new') {
      if (NESTED.some((start) => piece.subarray(0, start.length).equals(start)))
        throw new RejectedFile('macros')
      part = partScanner(entry.name, piece.toString('latin1', 0, 1_000))
    }
    part?.add(piece.toString('latin1'))
  }
  if (part !== 'new') part?.finish()
}

/**
 * Accepts a Word document without macros, objects, other documents, or anything fetched from elsewhere (T13,
 * T14); every byte is unpacked and counted.
 */
export async function inspectDocx(reading: Reading): Promise<void> {
  const entries = await entriesOf(reading)
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has(CONTENT_TYPES) || ![...names].some((name) => /^word\/document\d*\.xml$/.test(name)))
    throw new RejectedFile('wrongType')
  if ([...names].some((name) => HIDDEN_PART.test(name))) throw new RejectedFile('macros')
  const listings = entries.filter(isListing)
  const bytes = listings.reduce((sum, { unpacked }) => sum + unpacked, 0)
  if (
    listings.length > LISTINGS.count ||
    bytes > LISTINGS.bytesOfAll ||
    listings.some(({ unpacked }) => unpacked > LISTINGS.bytes)
  )
    throw new RejectedFile('complex')
  for (const listing of listings) refuseHidden(listing.name, await listingOf(reading, listing))
  for (const entry of entries) if (!isListing(entry)) await refuseHiddenIn(reading, entry)
}
