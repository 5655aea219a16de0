import { escapeHtml } from './html.ts'
import type { PageLanguage } from './page-language.ts'
import type { Refusal } from './refuse.ts'

const SAFE = 'What you have saved or submitted is safe.'
const PAGE_AGAIN = 'Try this page again'
const SEE_JOBS = 'See the open jobs'
// On the reply to a form, a person should reload: the browser then sends the form again. A link would open
// the form empty.
const FORM_AGAIN = 'We did not receive your form. To send it again, reload this page.'

/**
 * The page that the server sends when the requested page fails. It has no script and no style sheet that
 * could fail too.
 */
export function refusalPage(
  refusal: Refusal,
  organisation: string,
  isForm: boolean,
  { tag, translate, pagePath }: PageLanguage,
): string {
  const title = escapeHtml(translate(refusal.message))
  const again = isForm
    ? translate(FORM_AGAIN)
    : `<a href="">${translate(PAGE_AGAIN)}</a></p><p><a href="${pagePath('/jobs')}">${translate(SEE_JOBS)}</a>`
  return `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title></head>
<body><main><h1>${title}</h1>
<p>${translate(SAFE)}</p>
<p>${again}</p>
<p>${escapeHtml(translate(organisation))}</p></main></body></html>`
}
