import { renderToReadableStream } from 'react-dom/server'
// Both add translated sentences of the contract to the Kiswahili build. The server renders every page, so it
// needs all of them.
import 'virtual:sentences'
import 'virtual:all-sentences'
import { languageOf } from '#contract/language/paths.ts'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './call.ts'
import { Nonce } from './nonce.ts'
import { holdProgram } from './starter/hold-program.server.ts'

export { callContext, nonceContext } from './call.ts'

/**
 * Renders each page completely, because pages are cached as a whole. Nothing is streamed, and no part needs a
 * later script to move it into place.
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
  // A held page does not load React's program at once: a small starter script loads it when it is needed.
  // Pages in development have no starter.
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
 * Without this function, React Router would log every error. This does nothing: a page shows its refusals
 * itself, and the server's own handler has already logged all other errors.
 */
export function handleError() {}
