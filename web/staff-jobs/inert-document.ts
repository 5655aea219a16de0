import { serverHtml } from '../html.ts'

/**
 * For the editor of a job's texts.
 * Parses HTML text into a separate document that loads and runs nothing. Use it to read typed or pasted text,
 * never to show it. The text need not be clean, because none of it becomes part of the page.
 */
export const inertDocument = (html: string): Document =>
  new DOMParser().parseFromString(serverHtml(html).__html, 'text/html')
