import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ChangeEvent, FormEvent } from 'react'
import { Link } from 'react-router'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Field, fieldAria, TextField } from '../form/field.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import { useSite } from '../layout/public-layout.tsx'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { answerOf, type ReceiptForm, summaryOf, useReceiptForm } from './use-receipt-form.ts'
import { Verdict } from './verdict.tsx'
import './transparency.css'
import type { Route } from './+types/verify-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Check a receipt`,
    description: t`See whether a receipt of an application is genuine and whether the application is in the public log.`,
    path: paths.verify,
  })

function PrintedReceipt({
  form: { typedReceipt, changeReceipt, checkTyped, errors, check },
  title,
}: {
  form: ReceiptForm
  title: string
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    checkTyped(typedReceipt)
  }
  return (
    <form className="mt6" onSubmit={submit} noValidate>
      <h2>{title}</h2>
      <div className="mt4">
        <TextField
          id="reference_number"
          label={t`Reference number`}
          className="input num"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typedReceipt.reference_number}
          onValue={(reference_number) => changeReceipt({ reference_number })}
          error={errors['reference_number']}
        />
        <TextField
          id="digest"
          label={t`Fingerprint`}
          hint={t`The first 16 characters are enough. Spaces and capitals do not matter.`}
          className="input num"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typedReceipt.digest}
          onValue={(digest) => changeReceipt({ digest })}
          error={errors['digest']}
        />
      </div>
      <p className="btn-row mt5">
        <button className="btn" type="submit" aria-disabled={check.state === 'asking'}>
          <Trans>Check this receipt</Trans>
        </button>
      </p>
    </form>
  )
}

function SavedReceipt({ form: { checkFile, errors } }: { form: ReceiptForm }) {
  const hint = t`Choose the file that you saved with “Save the file for checking”. Its name starts with “receipt-”.`
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    await checkFile(file)
    // Without this reset, the browser would ignore a second choice of the same file.
    target.value = ''
  }
  return (
    <div className="mt6">
      <h2>
        <Trans>From the saved file</Trans>
      </h2>
      <div className="mt4">
        <Field id="file" label={t`Receipt file`} hint={hint} error={errors['file']}>
          <input
            className="input"
            type="file"
            id="file"
            accept="application/json,.json"
            onChange={(event) => void choose(event)}
            {...fieldAria('file', { hint, error: errors['file'] })}
          />
        </Field>
      </div>
    </div>
  )
}

/**
 * The page that checks whether a receipt is genuine and in the public log. The receipt comes from a QR code
 * or a file, or is typed from paper.
 */
export default function VerifyPage() {
  const site = useSite()
  const form = useReceiptForm()
  const answer = answerOf(form.check)
  const { listed, title } = summaryOf(form.check, form.errors)
  return (
    <div className="wrap page">
      <div className="form">
        <h1>
          <Trans>Check a receipt</Trans>
        </h1>
        <p className="lead mt2">
          <Trans>
            Check here that a receipt is from us, and that its application is in{' '}
            <Link to={paths.transparency}>the public log</Link>. No names or answers are shown.
          </Trans>
        </p>
        <NeedsScript what={t`Checking a receipt`} />
        <div className="mt5" role="status">
          {form.check.state === 'asking' && !answer && (
            <p className="callout">
              <Trans>Checking the receipt...</Trans>
            </p>
          )}
        </div>
        {answer && (
          <Verdict
            answer={answer}
            issuer={`${site?.organisation.acronym ?? ''} Jobs`.trim()}
            reference={form.reference}
          />
        )}
        <ErrorSummary errors={listed} round={form.round} {...(title ? { title } : {})} />

        <PrintedReceipt form={form} title={answer ? t`Check another` : t`From the printed receipt`} />
        <SavedReceipt form={form} />
        <p className="mt6 small quiet">
          <Trans>
            With a phone, scan the QR code of the receipt: it opens this page and fills it in. The content of
            the code is sent to us only from this page.
          </Trans>
        </p>
      </div>
    </div>
  )
}
