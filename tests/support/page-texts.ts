// Tests import modules of pages without a build. This loader turns their marked texts into English ones.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { hasTexts, withTexts } from '../../bin/texts/inline-texts.ts'

registerHooks({
  load(url, context, nextLoad) {
    if (!/\/web\/.*\.ts$/.test(url)) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const code = readFileSync(path, 'utf8')
    if (!hasTexts(code) && !code.includes('import.meta.env')) return nextLoad(url, context)
    const english = withTexts(path, code, undefined).code.replaceAll('import.meta.env', '({ SSR: true })')
    return { format: 'module', source: stripTypeScriptTypes(english), shortCircuit: true }
  },
})
