import { renderToReadableStream } from 'react-dom/server'
import 'virtual:sentences'
import 'virtual:all-sentences'
import { languageOf } from '#contract/language/paths.ts'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './call.ts'
import { Nonce } from './nonce.ts'
import { holdProgram } from './starter/hold-program.server.ts'

export { callContext, nonceContext } from './call.ts'

/**
 * Pages are rendered completely, because they are cached as a whole: nothing streams, and no part waits for a
 * later script to move it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const nonce = context.get(nonceContext)
  const page = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </Nonce>,
    { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  await page.allReady
  const html = await new Response(page).text()
  // Held: the page has no script tags of React's program. The starter loads them when they are needed. Pages
  // in development have no starter.
  const isHeld = import.meta.env.PROD
  return new Response(
    isHeld ? holdProgram(html, languageOf(new URL(request.url).pathname).path, entry) : html,
    {
      status,
      headers,
    },
  )
}

/**
 * A refusal that reaches a page is shown there. The server's own handler has logged everything that is not a
 * refusal.
 */
export function handleError() {}
