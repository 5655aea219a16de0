import { t } from '@lingui/core/macro'
import { requestedDocuments, type JobDocuments } from '#contract/jobs/wanted-documents.ts'
import { CONTENT_LANGUAGE, translate } from '../language/translate.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as HTML, for the content of an element or a value in double quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

type RequestedDocuments = Pick<JobDocuments, 'documents'> & {
  wanted_documents: readonly { name: string; required: boolean }[]
}

/**
 * The `lang` attribute for a document name without translation, because officers name further documents in
 * English. Empty if the page itself is in English.
 */
const languageOf = (name: string) =>
  CONTENT_LANGUAGE && translate(name) === name ? ` lang="${CONTENT_LANGUAGE}"` : ''

/**
 * HTML that lists the documents a job asks for. It is made on the server, so that no page loads code for it.
 * '' if the job asks only for the usual documents.
 */
export const documentsHtml = ({
  documents,
  wanted_documents: namedDocuments,
}: RequestedDocuments): string => {
  if (documents !== 'required' && namedDocuments.length === 0) return ''
  const requested = [...requestedDocuments({ documents }), ...namedDocuments]
  const listHtml = (heading: string, required: boolean) => {
    const names = requested
      .filter((document) => document.required === required && document.name.trim())
      .map(({ name }) => `<li${languageOf(name)}>${escapeHtml(translate(name))}</li>`)
    return names.length > 0 ? `<p>${heading}</p><ul>${names.join('')}</ul>` : ''
  }
  return `<h2 class="band">${t`Documents to upload`}</h2>${listHtml(t`You need these to apply:`, true)}${listHtml(t`You may add these:`, false)}`
}
