import { t } from '@lingui/core/macro'
import { requestedDocuments, type JobDocuments } from '#contract/jobs/wanted-documents.ts'
import { CONTENT_LANGUAGE, translate } from '../language/translate.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as HTML, for the content of an element or a value in double quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

type DocumentSettings = Pick<JobDocuments, 'documents'> & {
  wanted_documents: readonly { name: string; required: boolean }[]
}

/**
 * The `lang` attribute of a document's name. Officers name further documents in English, and such a name has
 * no translation. Empty if the name has a translation or the page is in English.
 */
const langAttribute = (name: string) =>
  CONTENT_LANGUAGE && translate(name) === name ? ` lang="${CONTENT_LANGUAGE}"` : ''

/**
 * HTML that lists the documents a job asks for. It is made on the server, so that no page loads code for it.
 * '' if the job asks only for the usual documents.
 */
export const documentsHtml = ({ documents, wanted_documents: namedDocuments }: DocumentSettings): string => {
  if (documents !== 'required' && namedDocuments.length === 0) return ''
  const requested = [...requestedDocuments({ documents }), ...namedDocuments]
  const listHtml = (heading: string, required: boolean) => {
    const names = requested
      .filter((document) => document.required === required && document.name.trim())
      .map(({ name }) => `<li${langAttribute(name)}>${escapeHtml(translate(name))}</li>`)
    return names.length > 0 ? `<p>${heading}</p><ul>${names.join('')}</ul>` : ''
  }
  return `<h2 class="band">${t`Documents to upload`}</h2>${listHtml(t`You need these to apply:`, true)}${listHtml(t`You may add these:`, false)}`
}
