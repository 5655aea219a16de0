import { serverHtml } from '../html.ts'

/**
 * Parses HTML text for the editor of a job, in a separate document that loads and runs nothing. It is for
 * reading typed or pasted text, never for showing it. The text need not be clean, because no part of it is
 * put into the page.
 */
export const inertDocument = (html: string): Document =>
  new DOMParser().parseFromString(serverHtml(html).__html, 'text/html')
