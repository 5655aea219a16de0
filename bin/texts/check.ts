// Lists problems of texts: unmarked texts in pages, texts for applicants without a translation, and officers'
// templates that differ from the code. `node bin/texts/check.ts [part of a path]`
import { readCatalogues } from '../../server/language/catalogues.ts'
import { templateDifferences } from './templates.ts'
import { unmarkedTexts } from './unmarked.ts'

const [wanted = ''] = process.argv.slice(2)
const unmarked = unmarkedTexts((path) => path.includes(wanted))
for (const { path, text } of unmarked) console.log(`not marked  ${path}: ${text}`)
const untranslated = readCatalogues().filter(
  ({ catalogue, translation }) => !translation && catalogue.includes(wanted),
)
for (const { catalogue, english } of untranslated) console.log(`not translated  ${catalogue}: ${english}`)
const { missing, unused } = await templateDifferences()
for (const name of missing) console.log(`not in its template  ${name}`)
for (const name of unused) console.log(`unused in its template  ${name}`)
console.log(`${unmarked.length} not marked, ${untranslated.length} not translated`)
console.log(`${missing.length} missing and ${unused.length} unused in texts/staff`)
if (unmarked.length + untranslated.length + missing.length + unused.length > 0) process.exit(1)
