import { serverHtml } from '../html.ts'

/**
 * Text with tags as a document of its own, which fetches and runs nothing: for reading what was written or pasted, never for
 * showing. Its text need not be clean: nothing of it becomes part of the page.
 */
export const inertDocument = (html: string): Document => new DOMParser().parseFromString(serverHtml(html).__html, 'text/html')
