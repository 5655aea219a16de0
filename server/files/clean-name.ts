import { type FileType, STORAGE } from '#contract/documents/documents.ts'

const ENDINGS: Record<FileType, RegExp> = {
  pdf: /\.pdf$/i,
  doc: /\.doc$/i,
  docx: /\.docx$/i,
  jpg: /\.(?:jpe?g|jfif)$/i,
  png: /\.png$/i,
}
// On Windows these names mean a device, whatever follows the dot. So Windows cannot save such a file.
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Removes dots and spaces at both ends of a name, and dashes at its start. */
function trimName(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && ' .-'.includes(name.charAt(start))) start++
  while (end > start && ' .'.includes(name.charAt(end - 1))) end--
  return name.slice(start, end)
}

/**
 * Makes a safe label from a sender's file name, which is never used as a path (T15). The label gets the
 * ending that fits the file's content, and at most 120 characters.
 */
export function cleanName(name: string, type: FileType): string {
  const visible = name
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    // Matches control characters, and characters that reverse text or are invisible on a screen.
    ?.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\ufffd<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')

  const trimmed = trimName(visible ?? '')
  const hasEnding = ENDINGS[type].test(trimmed)
  const withEnding = hasEnding ? trimmed : `${trimmed || 'document'}.${type}`
  const safeName = WINDOWS_DEVICE.test(withEnding) ? `_${withEnding}` : withEnding
  const characters = Array.from(safeName)
  if (characters.length <= STORAGE.maxNameLength) return safeName
  const ending = ENDINGS[type].exec(safeName)?.[0] ?? ''
  return [...characters.slice(0, STORAGE.maxNameLength - ending.length), ending].join('')
}
