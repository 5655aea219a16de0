// Writes the texts of all pages and emails into the catalogues of texts/sw, and keeps their translations.
import { getCatalogs } from '@lingui/cli/api'
import { config } from './lingui.ts'

for (const catalogue of await getCatalogs(config)) {
  const messages = await catalogue.collect()
  if (messages && Object.keys(messages).length > 0)
    await catalogue.make({ clean: true, overwrite: false, orderBy: 'message' })
}
