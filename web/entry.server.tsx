import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export { callContext } from './call.ts'

/** Pages are finished in one piece, for they are kept whole: nothing streams, and no part is left for a later script to move. */
export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  await page.allReady
  return new Response(page, { status, headers })
}

/** The refusal that reaches a page is shown there; the server's own handler has logged what is not a refusal. */
export function handleError() {}
