import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { typedErrors, VERIFY_WORDS } from '#contract/transparency/words.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Field, described, TextField } from '../form/field.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import { useSite } from '../layout/public-layout.tsx'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { fromFragment, readReceipt } from './read-receipt.ts'
import { useCheck } from './use-check.ts'
import { Verdict } from './verdict.tsx'
import './transparency.css'
import type { Route } from './+types/verify-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Check a receipt',
    description:
      'See whether a receipt of an application is genuine and whether the application is in the public log.',
    path: paths.verify,
  })

/**
 * Accepts a receipt as a QR code's address, as its file, or as it is printed; says whether it is ours and in
 * the log.
 */
export default function VerifyPage() {
  const site = useSite()
  const { hash } = useLocation()
  const { check, ask, clear } = useCheck()
  const [typed, setTyped] = useState({ reference_number: '', digest: '' })
  const [reference, setReference] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [round, setRound] = useState(0)
  const show = (found: Record<string, string>) => {
    clear()
    setFaults(found)
    setRound(round + 1)
  }

  const checkTyped = (given: typeof typed) => {
    const found = typedErrors(given)
    if (Object.keys(found).length > 0) return show(found)
    setFaults({})
    setReference(referenceFromText(given.reference_number) ?? '')
    void ask(given)
  }
  useEffect(() => {
    const given = fromFragment(hash)
    if (!given) return
    setTyped(given)
    checkTyped(given)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address
  }, [hash])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    checkTyped(typed)
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const receipt = await readReceipt(file)
    // Allows choosing the same file again.
    target.value = ''
    if (!receipt) return show({ file: VERIFY_WORDS.notReceipt })
    setFaults({})
    setReference(receipt['reference_number'] ?? '')
    void ask({ receipt })
  }

  const told =
    check.state === 'failed' &&
    check.fields['reference_number'] === undefined &&
    check.fields['digest'] === undefined
      ? [{ sentence: check.sentence }]
      : []
  const fields = check.state === 'failed' ? check.fields : faults
  const listed = [
    ...told,
    ...Object.entries(fields)
      .filter(([field]) => ['reference_number', 'digest', 'file'].includes(field))
      .map(([field, sentence]) => ({ field, sentence })),
  ]
  const answer =
    check.state === 'answered' ? check.answer : check.state === 'asking' ? check.before : undefined
  const fileHint = 'The file from “Save the file for checking”: its name starts with receipt-'
  return (
    <div className="wrap page">
      <div className="form">
        <h1>Check a receipt</h1>
        <p className="lead mt2">
          Anyone with a receipt of an application can see here whether it is ours, and whether its application
          is in <Link to={paths.transparency}>the public log</Link>. No names or answers are shown.
        </p>
        <NeedsScript what="Checking a receipt" />
        <div className="mt5" role="status">
          {check.state === 'asking' && !check.before && <p className="callout">Checking the receipt...</p>}
        </div>
        {answer && (
          <Verdict
            answer={answer}
            issuer={`${site?.organisation.acronym ?? ''} Jobs`.trim()}
            reference={reference}
          />
        )}
        <ErrorSummary
          faults={listed}
          round={round}
          {...(told.length > 0 ? { title: 'The receipt was not checked' } : {})}
        />

        <form className="mt6" onSubmit={submit} noValidate>
          <h2>{answer ? 'Check another' : 'From the printed receipt'}</h2>
          <div className="mt4">
            <TextField
              id="reference_number"
              label="Reference number"
              className="in num"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed.reference_number}
              onValue={(reference_number) => setTyped({ ...typed, reference_number })}
              fault={fields['reference_number']}
            />
            <TextField
              id="digest"
              label="Fingerprint"
              hint="The first 16 characters are enough. Spaces and capitals do not matter."
              className="in num"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed.digest}
              onValue={(digest) => setTyped({ ...typed, digest })}
              fault={fields['digest']}
            />
          </div>
          <p className="btn-row mt5">
            <button className="btn" type="submit" aria-disabled={check.state === 'asking'}>
              Check this receipt
            </button>
          </p>
        </form>
        <div className="mt6">
          <h2>From the saved file</h2>
          <div className="mt4">
            <Field id="file" label="Receipt file" hint={fileHint} fault={fields['file']}>
              <input
                className="in"
                type="file"
                id="file"
                accept="application/json,.json"
                onChange={(event) => void choose(event)}
                {...described('file', { hint: fileHint, fault: fields['file'] })}
              />
            </Field>
          </div>
        </div>
        <p className="mt6 small quiet">
          With a phone, scan the QR code of the receipt: it opens this page and fills it in. What it carries
          is not sent to us until you are here.
        </p>
      </div>
    </div>
  )
}
