import { address, callError, callHeaders, NO_ANSWER } from './api.ts'

/**
 * Saves a file that only the person who is logged in may have, under `name`. `key` is the endpoint, such as
 * `GET /api/jobs/{id}/`, and `params` fills its braces. @throws CallFailed
 */
export async function saveFile(
  key: string,
  params: Record<string, string | number>,
  name: string,
): Promise<void> {
  const answer = await fetch(address(key, { params }), {
    credentials: 'same-origin',
    headers: await callHeaders('GET'),
  }).catch(() => undefined)
  if (!answer?.ok) throw callError('', answer?.status ?? NO_ANSWER)
  giveFile(await answer.blob(), name)
}

/** The browser opens a file within this time. Then its memory is freed. */
const FREED_AFTER_MS = 60_000

/** Gives a file to the browser, which saves it like any other download. */
export function giveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FREED_AFTER_MS)
}
