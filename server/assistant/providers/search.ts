import type { SearchSettings } from '../../assistant-settings.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Found } from './prompt.ts'
import { plainText } from './plain-text.ts'

const MAX_QUERY = 300
const NEWS = /\b(?:latest|news|newest|recent(?:ly)?|update[sd]?|current(?:ly)?|mpya|taarifa|hivi karibuni)\b/i

/** S2 §4: web search is for questions with words such as latest or news. */
export const asksForNews = (question: string) => NEWS.test(question)

type Result = Record<string, unknown>
const listOf = (body: unknown): Result[] => {
  const { web, results } = (body ?? {}) as { web?: { results?: unknown }; results?: unknown }
  const list = web?.results ?? results
  return Array.isArray(list)
    ? list.filter((entry): entry is Result => typeof entry === 'object' && entry !== null)
    : []
}

const line = (value: unknown) => {
  const text =
    typeof value === 'string'
      ? plainText(value.slice(0, ASSISTANT.search.characters * 2), { text: '', origin: '' })
      : ''
  return text.replace(/\s+/g, ' ').trim().slice(0, ASSISTANT.search.characters)
}

/**
 * Titles and snippets of what a search service knows, shortened, without addresses; nothing found is fetched
 * (T24). Understands the answers of Brave's web search (`web.results[].description`) and of SearXNG with
 * `format=json` (`results[].content`).
 * @throws what the connection failed with, or a SyntaxError.
 */
export async function searchWeb(
  { url, key }: SearchSettings,
  question: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Found[]> {
  const address = new URL(url)
  address.search = String(
    new URLSearchParams({
      q: question.slice(0, MAX_QUERY),
      count: String(ASSISTANT.search.results),
      format: 'json',
    }),
  )
  const answer = await fetch(address, {
    headers: { accept: 'application/json', ...(key ? { 'x-subscription-token': key } : {}) },
    signal,
  })
  if (!answer.ok) throw Object.assign(new Error('search'), { name: 'SearchFailed', code: answer.status })
  return listOf(JSON.parse(await answer.text()))
    .slice(0, ASSISTANT.search.results)
    .map((result) => ({ title: line(result.title), text: line(result.description ?? result.content) }))
    .filter(({ title, text }) => title || text)
}
