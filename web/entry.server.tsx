import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './call.ts'
import { Nonce } from './nonce.ts'

export { callContext, nonceContext } from './call.ts'

/** Pages are finished in one piece, for they are kept whole: nothing streams, and no part is left for a later script to move. */
export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext, given: Readonly<RouterContextProvider>) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const nonce = given.get(nonceContext)
  const page = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </Nonce>,
    { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  await page.allReady
  return new Response(page, { status, headers })
}

/** The refusal that reaches a page is shown there; the server's own handler has logged what is not a refusal. */
export function handleError() {}
