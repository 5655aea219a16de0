import { useEffect, useRef } from 'react'
import { CHECK } from '#contract/accounts/check.ts'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'
import { answersNeedYou } from './counted.ts'
import { reportFieldErrors } from './report-errors.ts'

/**
 * An error in the summary: its sentence and the id of its field. An error without a field concerns the whole
 * form. The label is shown only if two fields have the same sentence.
 */
export type FieldError = { field?: string | undefined; label?: string | undefined; sentence: string }

/**
 * The list of all errors of a form, with a link to each field. It takes the focus each time `round` grows:
 * the form counts how often it has shown errors.
 */
export function ErrorSummary({
  errors,
  round,
  title,
}: {
  errors: FieldError[]
  round: number
  title?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (round === 0) return
    box.current?.focus()
    reportFieldErrors(errors)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- shown errors are counted once per round
  }, [round])
  if (errors.length === 0) return null
  return (
    <div className="errors is-focus" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="warn" />
        <span>
          {title ?? (errors.some(({ field }) => field) ? answersNeedYou(errors.length) : translate(CHECK))}
        </span>
      </h2>
      <ul>
        {errors.map(({ field, label, sentence }) => (
          <li key={`${field} ${sentence}`}>
            {field ? (
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(field)?.focus()
                }}
              >
                {label &&
                  errors.some((other) => other.sentence === sentence && other.field !== field) &&
                  `${label}: `}
                {translate(sentence)}
              </a>
            ) : (
              <p>{translate(sentence)}</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
