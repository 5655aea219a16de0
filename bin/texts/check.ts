// Says which texts of applicants' pages are not marked, and which marked texts have no translation.
// `node bin/texts/check.ts [part of a path]`
import { readCatalogues } from '../../server/language/catalogues.ts'
import { unmarkedTexts } from './unmarked.ts'

const [wanted = ''] = process.argv.slice(2)
const unmarked = unmarkedTexts((path) => path.includes(wanted))
for (const { path, text } of unmarked) console.log(`not marked  ${path}: ${text}`)
const missing = readCatalogues().filter(
  ({ catalogue, translation }) => !translation && catalogue.includes(wanted),
)
for (const { catalogue, english } of missing) console.log(`not translated  ${catalogue}: ${english}`)
console.log(`${unmarked.length} not marked, ${missing.length} not translated`)
if (unmarked.length + missing.length > 0) process.exit(1)
