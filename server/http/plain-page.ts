import { escapeHtml } from './html.ts'
import type { Refusal } from './refuse.ts'

/**
 * The page that is sent when a page cannot be made: no script, no style sheet, nothing that could fail too.
 */
export const plainPage = (refusal: Refusal, organisation: string) => `<!doctype html>
<html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(refusal.message)}</title></head>
<body><main><h1>${escapeHtml(refusal.message)}</h1>
<p>What you have saved or submitted is safe.</p>
<p><a href="">Try this page again</a> or <a href="/jobs">see the open jobs</a>.</p>
<p>${escapeHtml(organisation)}</p></main></body></html>`
