import type { RefusalBody } from '#contract/refusals.ts'
import { callHeaders, networkError, refusalError } from '../api.ts'

/**
 * Fetches a file. Returns when the answer starts, so the content may still be on its way.
 * @throws CallFailed
 */
export async function fetchFile(address: string): Promise<Response> {
  const requestHeaders = await callHeaders('GET', address)
  const response = await fetch(address, {
    credentials: 'same-origin',
    headers: { ...requestHeaders, accept: '*/*' },
  }).catch(() => undefined)
  if (!response) throw networkError()
  if (response.ok) return response
  const body: Partial<RefusalBody> = await response.json().catch(() => ({}))
  throw refusalError(requestHeaders, response.status, body)
}

/** The name that the server gives a file, or `fallbackName` if it gives none. */
export const fileNameOf = (response: Response, fallbackName: string) =>
  /filename="(?<name>[^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.groups?.['name'] ??
  fallbackName
