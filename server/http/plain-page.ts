import type { Refusal } from './refuse.ts'

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page when no page can be made: no script, no style sheet, nothing that could fail too. */
export const plainPage = (refusal: Refusal, organisation: string) => `<!doctype html>
<html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(refusal.message)}</title></head>
<body><main><h1>${escape(refusal.message)}</h1>
<p>What you have saved or submitted is safe.</p>
<p><a href="">Try this page again</a> or <a href="/jobs">see the open jobs</a>.</p>
<p>${escape(organisation)}</p></main></body></html>`
