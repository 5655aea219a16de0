import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export { callContext } from './call.ts'

/** Pages are finished in one piece, for they are kept whole: nothing streams. */
export default function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = renderToString(<ServerRouter context={entry} url={request.url} />)
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}

/** The refusal that reaches a page is shown there; the server's own handler has logged what is not a refusal. */
export function handleError() {}
