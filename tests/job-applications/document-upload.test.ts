import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { createUpload, whenSettled } from '../../web/documents/document-upload.ts'

test('W1: a file that the device can no longer read is refused at once, and nothing waits for it', async (t) => {
  let settled = 0
  t.after(whenSettled(() => void settled++))
  const file = new File(['%PDF-1.4'], 'cv.pdf')
  // A browser gives this error if a chosen file was deleted or changed meanwhile.
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  const upload = createUpload(7, 'cv')
  await upload.choose(file)
  assert.deepEqual(upload.progress(), { is: 'refused', sentence: DOCUMENT_WORDS.damaged })
  assert.deepEqual([upload.pending(), settled], [undefined, 1])
})
