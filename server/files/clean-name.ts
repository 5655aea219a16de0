import { DOCUMENT, type DocumentType } from '#contract/documents/documents.ts'

const ENDINGS: Record<DocumentType, RegExp> = {
  pdf: /\.pdf$/i,
  doc: /\.doc$/i,
  docx: /\.docx$/i,
  jpg: /\.(?:jpe?g|jfif)$/i,
  png: /\.png$/i,
}
// Names that Windows takes for a device, whatever follows the dot.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Removes dots and spaces at either end, and dashes at the start. */
function bareOf(name: string): string {
  let [from, to] = [0, name.length]
  while (from < to && ' .-'.includes(name.charAt(from))) from++
  while (to > from && ' .'.includes(name.charAt(to - 1))) to--
  return name.slice(from, to)
}

/**
 * A sender's file name is a label and nothing else (T15). It gets the ending of its content, and at most 120
 * characters.
 */
export function cleanName(name: string, type: DocumentType): string {
  const shown = name
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    // Control characters, and characters that reverse text or are invisible on a screen.
    ?.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\ufffd<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')

  const bare = bareOf(shown ?? '')
  const label = !bare || ENDINGS[type].test(`x${bare}`) === false ? `${bare || 'document'}.${type}` : bare
  const safe = DEVICE.test(label) ? `_${label}` : label
  const characters = Array.from(safe)
  if (characters.length <= DOCUMENT.maxNameLength) return safe
  const ending = ENDINGS[type].exec(safe)?.[0] ?? ''
  return [...characters.slice(0, DOCUMENT.maxNameLength - ending.length), ending].join('')
}
