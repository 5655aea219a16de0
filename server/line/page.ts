import { createHash } from 'node:crypto'
import { PLAIN_PAGE_WORDS } from '#contract/accounts/plain-page-words.ts'
import { clockTimeInFull } from '#contract/dates.ts'
import { LINE, LINE_WORDS, type PlaceProblem } from '#contract/line/line.ts'
import { escapeHtml } from '../http/html.ts'
import { ENGLISH, type PageLanguage } from '../http/page-language.ts'

// The line's page for browsers without JavaScript, and the frame that other plain pages share with it.

// The style sheet of plain pages, with the values of web/ui/tokens.css that they need. It has only 2 KB,
// because such a page is loaded again and again.
const STYLE_SHEET = `@font-face{font-family:Besley;src:url(/fonts/besley.woff2) format("woff2");font-weight:600;font-display:optional}
@font-face{font-family:Atkinson;src:url(/fonts/atkinson.woff2) format("woff2");font-weight:400 700;font-display:optional}
:root{color-scheme:light dark;--ink:#17141f;--paper:#fcfbf7;--panel:#fff;--quiet:#565160;--violet:#4b2a85;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#efebe1;--paper:#15131b;--panel:#1d1a25;--quiet:#b9b2c4;--violet:#c4b0f6;--on:#1b1030}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:400 1.0625rem/1.5 Atkinson,Arial,sans-serif}
h1,p,ul{margin:0;padding:0}h1{font:600 1.875rem/1.14 Besley,serif}a{color:var(--violet);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--violet);outline-offset:2px}
.flag{display:flex;height:4px}.flag i{flex:1;background:#17141f}.flag i:nth-child(2){background:#b3201a}.flag i:nth-child(3){background:#0b6b3e}
.wrap{max-width:600px;margin:0 auto;padding:24px 16px 48px}.language a{display:inline-block;min-height:24px}.brand{display:inline-block;padding:12px 0;color:var(--ink);font-weight:700;text-decoration:none}
.paper{margin:24px 0;padding:16px;border:1px solid var(--ink);border-radius:2px;background:var(--panel)}
.wait{font-size:1.5rem;font-weight:700;line-height:1.25}.paper p+p{margin-top:8px}li{list-style:none;margin-top:8px}.quiet{color:var(--quiet);font-size:.9375rem}
.actions{display:flex;flex-wrap:wrap;gap:12px}.btn{display:inline-flex;align-items:center;min-height:48px;padding:8px 20px;border:1px solid var(--violet);border-radius:2px;background:var(--violet);color:var(--on);font-weight:700;text-decoration:none}
.btn.two{background:none;border-color:var(--ink);color:var(--ink)}
@media (min-width:48em){h1{font-size:2.5rem}.wrap{padding-top:48px}.paper{padding:24px}}`

/** A content security policy. `formTargets` says where a form of the page may be sent: nowhere or to us. */
const policyOf = (styleSheet: string, formTargets: "'none'" | "'self'") =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** The content security policy of a plain page: it allows its style sheet, two fonts and our images. */
export const PLAIN_PAGE_POLICY = policyOf(STYLE_SHEET, "'none'")
/** The content security policy of a plain page with a form, which also has the style sheet `formStyle`. */
export const plainFormPolicy = (formStyle: string) => policyOf(STYLE_SHEET + formStyle, "'self'")

const loginLinks = ({ translate, pagePath }: PageLanguage) =>
  `<p class="actions"><a class="btn" href="${pagePath('/login')}">${translate(PLAIN_PAGE_WORDS.logIn)}</a> <a class="btn two" href="${pagePath('/register')}">${translate(PLAIN_PAGE_WORDS.create)}</a></p>`

/** What the line's page shows. `none`: there is no line. `turn`: the caller may enter now. */
export type LineState =
  | { state: 'none' }
  | { state: 'turn' }
  /** `problem` says why the ticket that the caller sent is not accepted. */
  | { state: 'waiting'; seconds: number; problem?: PlaceProblem }

const lineStateHtml = (lineState: LineState, language: PageLanguage): string => {
  const { translate } = language
  if (lineState.state !== 'waiting')
    return `<div class="paper" role="status"><p class="wait">${translate(LINE_WORDS[lineState.state])}</p><p>${translate(LINE_WORDS.enter)}</p></div>${loginLinks(language)}`
  const { problem, seconds } = lineState
  return `<div class="paper" role="status">${problem ? `<p>${translate(LINE_WORDS[problem])}</p>` : ''}
<p class="wait">${translate(LINE_WORDS.wait(seconds))}</p><p>${translate(LINE_WORDS.stand)}</p></div>
<ul>${[LINE_WORDS.safe, LINE_WORDS.close, LINE_WORDS.reloads].map((sentence) => `<li>${translate(sentence)}</li>`).join('')}</ul>`
}

/**
 * A small page without script. `content` is markup; `formStyle` is added to the style sheet. If the page
 * shows errors, its title says so, because a screen reader reads the title first. `title` and `content` are
 * in the page's language. `languageSwitch` is the markup of a link to the other language.
 */
export const plainDocumentHtml = (
  title: string,
  acronym: string,
  content: string,
  { formStyle = '', hasErrors = false, language = ENGLISH, languageSwitch = '' } = {},
) => `<!doctype html>
<html lang="${language.tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${hasErrors ? `${language.translate(PLAIN_PAGE_WORDS.error)} ` : ''}${escapeHtml(title)} | ${escapeHtml(acronym)} Jobs</title><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE_SHEET}${formStyle}</style></head>
<body><div class="flag" aria-hidden="true"><i></i><i></i><i></i></div>
<main class="wrap">${languageSwitch}<p><a class="brand" href="${language.pagePath('/')}">${escapeHtml(acronym)} Jobs</a></p><h1>${escapeHtml(title)}</h1>
${content}</main></body></html>`

/** The page of the waiting line. The browser reloads it by itself (header `Refresh`). */
export const linePageHtml = (
  lineState: LineState,
  acronym: string,
  now: Date,
  language: PageLanguage,
  languageSwitch: string,
) =>
  plainDocumentHtml(
    language.translate(LINE_WORDS.title),
    acronym,
    `${lineStateHtml(lineState, language)}
<p class="quiet"><br>${language.translate(PLAIN_PAGE_WORDS.asOf(clockTimeInFull(now)))} <a href="${language.pagePath('/jobs')}">${language.translate(PLAIN_PAGE_WORDS.seeJobs)}</a></p>`,
    { language, languageSwitch },
  )

/** Seconds until the page reloads itself: a tenth of the wait. They are at least ten and at most sixty. */
export const refreshSeconds = (waitSeconds: number) =>
  Math.max(LINE.refreshMs / 1_000, Math.min(60, Math.floor(waitSeconds / 10)))
