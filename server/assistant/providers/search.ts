import type { SearchSettings } from '../../assistant-settings.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { SearchResult } from './prompt.ts'
import { plainText } from './plain-text.ts'

const MAX_QUERY_LENGTH = 300

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
/** The results in the response of a search service; none when the response has another form. */
const listOf = (body: unknown): Fields[] => {
  if (!isObject(body)) return []
  // Brave has its results in `web`, SearXNG at the top.
  const list = (isObject(body.web) ? body.web.results : undefined) ?? body.results
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** Allows no address: none in a search result is ours. */
const NOTHING_ALLOWED = { text: '', origin: '' }
// Removing markup and addresses makes a text shorter, so twice the shown length is read.
const shortText = (value: unknown) => {
  const text =
    typeof value === 'string'
      ? plainText(value.slice(0, ASSISTANT.search.characters * 2), NOTHING_ALLOWED)
      : ''
  return text.replace(/\s+/g, ' ').trim().slice(0, ASSISTANT.search.characters)
}

/**
 * Titles and snippets from a search service, shortened and without addresses. The pages found are never
 * fetched (T24). Understands the responses of Brave's web search (`web.results[].description`) and of SearXNG
 * with `format=json` (`results[].content`).
 * @throws the error of the connection, SearchFailed for a response with an error, or a SyntaxError.
 */
export async function searchWeb(
  { url, key }: SearchSettings,
  question: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const address = new URL(url)
  address.search = String(
    new URLSearchParams({
      q: question.slice(0, MAX_QUERY_LENGTH),
      count: String(ASSISTANT.search.results),
      format: 'json',
    }),
  )
  const answer = await fetch(address, {
    headers: { accept: 'application/json', ...(key ? { 'x-subscription-token': key } : {}) },
    signal,
  })
  // The log shows the name, and `failureOf` reads the status from `code`.
  if (!answer.ok) throw Object.assign(new Error('search'), { name: 'SearchFailed', code: answer.status })
  return listOf(JSON.parse(await answer.text()))
    .slice(0, ASSISTANT.search.results)
    .map((result) => ({
      title: shortText(result.title),
      text: shortText(result.description ?? result.content),
    }))
    .filter(({ title, text }) => title || text)
}
