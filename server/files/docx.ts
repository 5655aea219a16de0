import { type ByteReader, RejectedFile } from './reading.ts'
import { BEGINNING_LENGTH, partScanner } from './word-part.ts'
import { tagsOf } from './xml.ts'
import { type Entry, entriesOf, unpack } from './zip.ts'

// Inspects a Word document (.docx), which is a zip of XML parts. It looks for anything that runs or fetches
// something.

/**
 * Limits for listings. These parts of a Word file declare types and name other parts or outside addresses.
 * Real documents have few and small ones.
 */
const LISTINGS = { count: 32, bytes: 131_072, bytesOfAll: 524_288 } as const
const CONTENT_TYPES = '[content_types].xml'
// Matches parts with macros, controls or other files, such as `word/vbaproject.bin` or
// `word/embeddings/x.xlsx`, but not `word/document.xml`. Names are in lower case here.
const HIDDEN_PART =
  /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml|attachedtoolbars\.bin)$|(?:^|\/)(?:activex|embeddings)\//
const HIDDEN_TYPE = /macroenabled|vbaproject|vbadata|activex|oleobject/i
// Types of relations to a part that is a document, an object or a program.
const HIDDEN_RELATION =
  /\/(?:vbaproject|wordvbadata|oleobject|package|control|activexcontrolbinary|afchunk|attachedtoolbars|subdocument|frame)$/i
// Many CVs name a template on their author's disk. Word does not find it there, which is harmless. But Word
// would fetch a template from another address. Matches `C:\CV.dotx`, `file:///C:/CV.dotx` and `CV.dotx`, but
// not `\\server\CV.dotx`.
const LOCAL_DISK =
  /^(?:(?:file:\/\/(?:localhost)?\/)?[a-z]:[\\/](?![\\/])|file:\/\/(?:localhost)?\/(?=\w)|[\w. -]+$)/i
// Matches a target outside the file (a URL or a network share), even if its relation says that it is inside.
// Matches `https://x.example/a` and `\\server\a`, but not `media/image1.png`.
const OUTSIDE_ADDRESS = /^(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i
// Types of relations whose target may be a file on the author's disk.
const MAY_BE_LOCAL = /\/(?:attachedtemplate|image)$/i
/** The first bytes of files that must not be inside: a zip, a compound file and two kinds of programs. */
const NESTED_FILES = ['504b0304', 'd0cf11e0a1b11ae1', '4d5a90', '7f454c46'].map((magic) =>
  Buffer.from(magic, 'hex'),
)

// Replaces a target that cannot be decoded. It counts as an outside address, so the file is rejected.
const OUTSIDE = '//'
const decodeTarget = (target: string) => {
  try {
    return decodeURIComponent(target)
  } catch {
    return OUTSIDE
  }
}

const isListing = ({ name }: Entry) => name === CONTENT_TYPES || name.endsWith('.rels')

async function listingOf(reader: ByteReader, entry: Entry): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of unpack(reader, entry)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Rejects a listing that declares a macro or object, or names something that Word would fetch. */
function refuseHiddenInListing(name: string, xml: string) {
  for (const { name: element, attributes } of tagsOf(xml)) {
    const { ContentType = '', Type = '', Target = '', TargetMode = '' } = attributes
    if (name === CONTENT_TYPES) {
      if ((element === 'Default' || element === 'Override') && HIDDEN_TYPE.test(ContentType))
        throw new RejectedFile('macros')
    } else if (element === 'Relationship') {
      const target = decodeTarget(Target)
      const isOutside = /^external$/i.test(TargetMode) || OUTSIDE_ADDRESS.test(target)
      // Only a link that a person chooses to follow may lead outside the file. Word would fetch other targets
      // by itself.
      const isFetched = isOutside && !/\/hyperlink$/i.test(Type)
      const isOnAuthorsDisk = MAY_BE_LOCAL.test(Type) && LOCAL_DISK.test(target)
      if (HIDDEN_RELATION.test(Type) || (isFetched && !isOnAuthorsDisk)) throw new RejectedFile('macros')
    }
  }
}

/**
 * Unpacks a whole part of the file. Rejects a document or a program under another name, and fields that run
 * or fetch something.
 */
async function refuseHiddenInPart(reader: ByteReader, entry: Entry) {
  let isFirstPiece = true
  // What the XML of the part contains; undefined for a part that is not XML, such as a picture.
  let scanner: ReturnType<typeof partScanner>
  for await (const piece of unpack(reader, entry)) {
    if (isFirstPiece) {
      if (NESTED_FILES.some((magic) => piece.subarray(0, magic.length).equals(magic)))
        throw new RejectedFile('macros')
      scanner = partScanner(entry.name, piece.toString('latin1', 0, BEGINNING_LENGTH))
      isFirstPiece = false
    }
    scanner?.add(piece.toString('latin1'))
  }
  scanner?.finish()
}

/**
 * Accepts a .docx without macros, objects, other documents, or anything that Word would fetch from elsewhere
 * (T13, T14). It unpacks every byte.
 */
export async function inspectDocx(reader: ByteReader): Promise<void> {
  const entries = await entriesOf(reader)
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has(CONTENT_TYPES) || ![...names].some((name) => /^word\/document\d*\.xml$/.test(name)))
    throw new RejectedFile('wrongType')
  if ([...names].some((name) => HIDDEN_PART.test(name))) throw new RejectedFile('macros')
  const listings = entries.filter(isListing)
  const totalBytes = listings.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
  if (
    listings.length > LISTINGS.count ||
    totalBytes > LISTINGS.bytesOfAll ||
    listings.some(({ unpackedSize }) => unpackedSize > LISTINGS.bytes)
  )
    throw new RejectedFile('complex')
  for (const listing of listings) refuseHiddenInListing(listing.name, await listingOf(reader, listing))
  for (const entry of entries) if (!isListing(entry)) await refuseHiddenInPart(reader, entry)
}
