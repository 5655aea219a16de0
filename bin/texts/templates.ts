import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePo } from 'pofile-ts'
import { collectTexts, staffConfig } from './lingui.ts'

const FOLDER = join(import.meta.dirname, '../../texts/staff')

const textsOfTemplates = () =>
  readdirSync(FOLDER).flatMap((name) =>
    parsePo(readFileSync(join(FOLDER, name), 'utf8')).items.map(({ msgid }) => `${name}: ${msgid}`),
  )

/** How the templates of officers' texts (texts/staff/*.pot) differ from the code. */
export async function templateDifferences(): Promise<{ missing: string[]; unused: string[] }> {
  const inCode = new Set(
    // Lingui names the catalogue `jobs.po`. The template of the same feature is `jobs.pot`.
    (await collectTexts(staffConfig)).map(({ catalogue, english }) => `${catalogue}t: ${english}`),
  )
  const inTemplates = new Set(textsOfTemplates())
  return {
    missing: [...inCode].filter((name) => !inTemplates.has(name)),
    unused: [...inTemplates].filter((name) => !inCode.has(name)),
  }
}
