import * as z from 'zod/mini'
import { JOB_TEXT_LIMITS } from './text-limits.ts'
import type { Language } from '../language/paths.ts'
import { text } from '../wire.ts'

/** The texts of a job that officers may also write in Kiswahili. */
export const JOB_TEXTS = ['title', 'description', 'qualification', 'terms', 'remuneration'] as const
export type JobTextName = (typeof JOB_TEXTS)[number]

/** Whether formatted text contains no words. */
export const isEmptyHtml = (html: string) => !html.replace(/<[^<>]*>|&nbsp;|\s/g, '')

/** A text that an officer may write in Kiswahili. If it is empty, readers see the English text. */
export const kiswahiliFields = {
  title_sw: text(JOB_TEXT_LIMITS.maxTitle),
  terms_sw: text(JOB_TEXT_LIMITS.maxTerms),
  remuneration_sw: text(JOB_TEXT_LIMITS.maxTerms),
  /** HTML, like `description_html`. */
  description_sw: text(JOB_TEXT_LIMITS.maxHtml),
  qualification_sw: text(JOB_TEXT_LIMITS.maxHtml),
}

/**
 * `sw` requests the job's texts in Kiswahili, where officers wrote them. Any other value is ignored, like a
 * wrong filter. The language is part of the address, because caches may store these replies.
 */
export const readersLanguage = z.catch(z.optional(z.literal('sw')), undefined)

/** Which texts of a reply are in Kiswahili; the others are in English. Absent in English replies. */
export const textsInKiswahili = z.optional(z.array(z.enum(JOB_TEXTS)))

/** A job with its title in the language of this reader. English readers get the job unchanged. */
export const titledFor = <Job extends { title: string }>(
  language: Language | undefined,
  job: Job,
  titleSw: string | null,
): Job & { in_kiswahili?: JobTextName[] } => {
  if (language !== 'sw') return job
  return { ...job, title: titleSw ?? job.title, in_kiswahili: titleSw === null ? [] : ['title'] }
}
