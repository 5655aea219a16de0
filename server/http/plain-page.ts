import { escapeHtml } from './html.ts'
import type { Refusal } from './refuse.ts'

const PAGE_AGAIN = '<a href="">Try this page again</a> or <a href="/jobs">see the open jobs</a>.'
// A link would open the form empty. Browsers send it again when its answer is loaded again.
const FORM_AGAIN = 'We did not receive your form. To send it again, reload this page.'

/**
 * The page that is sent when a page cannot be made: no script, no style sheet, nothing that could fail too.
 */
export const plainPage = (refusal: Refusal, organisation: string, isForm: boolean) => `<!doctype html>
<html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(refusal.message)}</title></head>
<body><main><h1>${escapeHtml(refusal.message)}</h1>
<p>What you have saved or submitted is safe.</p>
<p>${isForm ? FORM_AGAIN : PAGE_AGAIN}</p>
<p>${escapeHtml(organisation)}</p></main></body></html>`
