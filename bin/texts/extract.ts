// Collects the texts of all pages and emails into the catalogues of texts/sw, and preserves existing
// translations. The texts of officers' pages are written into the templates of texts/staff.
import { getCatalogs } from '@lingui/cli/api'
import { config, staffConfig } from './lingui.ts'

for (const catalogue of await getCatalogs(config)) {
  const messages = await catalogue.collect()
  if (messages && Object.keys(messages).length > 0)
    await catalogue.make({ clean: true, overwrite: false, orderBy: 'message' })
}
for (const template of await getCatalogs(staffConfig)) {
  // Set a file for each template, because Lingui would write all templates into one file.
  template.templateFile = `${template.path.replace('{locale}', 'staff')}.pot`
  await template.makeTemplate({ orderBy: 'message' })
}
