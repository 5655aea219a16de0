import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { JobInFull } from '#contract/jobs/endpoints.ts'
import { serverHtml } from '../html.ts'
import { CONTENT_LANGUAGE, IS_KISWAHILI, textLanguage, translate } from '../language/translate.ts'
import { formatNumber } from './card.ts'

type Facts = Pick<
  JobInFull,
  'vacancies' | 'remuneration' | 'terms' | 'min_age' | 'job_type_name' | 'department' | 'in_kiswahili'
>

const factRow = (name: string, value: string | null | false, className?: string) =>
  value && (
    <>
      <dt>{name}</dt>
      <dd className={className}>{value}</dd>
    </>
  )

/**
 * A fact that an officer wrote, marked with its language. Only the Kiswahili pages need the mark, so the
 * English build leaves this function out.
 */
const officersRow = (name: string, value: string | null, language: 'en' | undefined) =>
  value && (
    <>
      <dt>{name}</dt>
      <dd lang={language}>{value}</dd>
    </>
  )

/** The main facts of a job: posts, pay, term, minimum age, type and department. */
export function JobFacts({ job }: { job: Facts }) {
  const { min_age: age } = job
  return (
    <dl className="facts flush">
      {factRow(t`Posts`, job.vacancies !== null && formatNumber(job.vacancies), 'bold num')}
      {IS_KISWAHILI
        ? officersRow(t`Pay`, job.remuneration, textLanguage(job, 'remuneration'))
        : factRow(t`Pay`, job.remuneration)}
      {IS_KISWAHILI
        ? officersRow(
            t({ message: 'For', context: 'how long a job lasts' }),
            job.terms,
            textLanguage(job, 'terms'),
          )
        : factRow(t({ message: 'For', context: 'how long a job lasts' }), job.terms)}
      {factRow(t`Age`, age !== null && t`At least ${age} on the closing date`)}
      {factRow(t`Job type`, translate(job.job_type_name))}
      {IS_KISWAHILI
        ? officersRow(t`Department`, job.department, CONTENT_LANGUAGE)
        : factRow(t`Department`, job.department)}
    </dl>
  )
}

/** The text of a job, which the server has sanitised (J12). */
export const JobText = ({ description, qualification }: { description: string; qualification: string }) => (
  <div className="prose">
    <h2>
      <Trans>Description</Trans>
    </h2>
    <div dangerouslySetInnerHTML={serverHtml(description)} />
    <h2 className="band">
      <Trans>Requirements</Trans>
    </h2>
    <div dangerouslySetInnerHTML={serverHtml(qualification)} />
  </div>
)
