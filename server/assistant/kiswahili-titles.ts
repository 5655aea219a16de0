import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { helpSections } from './help-examples.ts'
import { pageTitleInKiswahili } from './kiswahili-names.ts'

const sectionTitles = new Map(helpSections().map(({ url, titleSw }) => [url, titleSw]))

/** Links in the language of the answer. The title of a job stays in the language of its officer. */
export const titledIn = (language: 'en' | 'sw', links: AnswerLink[]): AnswerLink[] =>
  language === 'en'
    ? links
    : links.map((link) => {
        const title = sectionTitles.get(link.url) ?? pageTitleInKiswahili(link.url.replace(/#.*/, ''))
        return title && !link.language ? { ...link, title, language } : link
      })
