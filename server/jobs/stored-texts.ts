import { isEmptyHtml, type kiswahiliFields } from '#contract/jobs/texts.ts'
import { JOB_TEXT_LIMITS } from '#contract/jobs/text-limits.ts'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { WIRE } from '#contract/wire.ts'
import { refuseFields } from '../http/refuse.ts'
import { recordOf } from '../record-of.ts'
import { preview, sanitiseRichText } from './rich-text.ts'
import type { KiswahiliColumns } from './texts.ts'

const orNull = (text: string | null | undefined) => text?.trim() || null

// Each text is optional: an old proposal or file was written before jobs had Kiswahili texts.
type KiswahiliInput = { [Name in keyof typeof kiswahiliFields]?: string | null | undefined }
const richOrNull = (html: string | null | undefined) => {
  const clean = sanitiseRichText(html ?? '')
  return isEmptyHtml(clean) ? null : clean
}

/** The Kiswahili texts of a job as they are stored. */
export const storedKiswahili = (input: KiswahiliInput): KiswahiliColumns => {
  const description = richOrNull(input.description_sw)
  return {
    title_sw: orNull(input.title_sw),
    terms_sw: orNull(input.terms_sw),
    remuneration_sw: orNull(input.remuneration_sw),
    description_sw: description,
    qualification_sw: richOrNull(input.qualification_sw),
    preview_sw: description && preview(description),
  }
}

const RICH_TEXTS = ['description_html', 'qualification_html', 'description_sw', 'qualification_sw'] as const

/**
 * A job's content with sanitised rich text (J12). Sanitising may lengthen a text: `&` becomes `&amp;`. If a
 * text is then too long for the form, this refuses it with an error at its field.
 */
export function sanitiseContent(jobContent: JobContent): JobContent {
  // Old proposals, from before jobs had Kiswahili texts, have no such text.
  const clean = recordOf(RICH_TEXTS, (field) => sanitiseRichText(jobContent[field] ?? ''))
  const tooLong = RICH_TEXTS.filter((field) => clean[field].length > JOB_TEXT_LIMITS.maxHtml)
  if (tooLong.length > 0) throw refuseFields(recordOf(tooLong, () => WIRE.tooLong(JOB_TEXT_LIMITS.maxHtml)))
  return { ...jobContent, ...clean }
}
