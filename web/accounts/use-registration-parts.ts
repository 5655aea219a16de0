import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FieldError } from '../form/error-summary.tsx'
import { useFieldErrors } from '../form/field-errors.ts'
import { paths } from '../paths.ts'
import { FIELD_IDS, PARTS } from './registration-fields.ts'
import { useRegistration } from './use-registration.ts'

/**
 * The part of the registration that is shown, the errors in it, and functions that open another part. The
 * number of the part, from 1, is in the address.
 */
export function useRegistrationParts(today: string) {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const partNumber = Math.min(PARTS.length, Math.max(1, Number(searchParams.get('part')) || 1))
  const registration = useRegistration(today)
  const { errors, round, show: showErrors, clear } = useFieldErrors()
  const heading = useRef<HTMLHeadingElement>(null)

  // When another part opens, its heading takes the focus. The first part that a page shows does not take it.
  const previousPart = useRef(partNumber)
  useEffect(() => {
    if (previousPart.current === partNumber) return
    previousPart.current = partNumber
    // Clear an error summary if none of its links leads to a field of the part that is now shown.
    const fields = PARTS[partNumber - 1]?.fields.map((name) => FIELD_IDS[name]) ?? []
    if (!errors.some(({ field }) => field !== undefined && fields.includes(field))) clear()
    heading.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each part
  }, [partNumber])

  const goToPart = (targetPart: number) =>
    navigate(targetPart === 1 ? paths.register : `${paths.register}?part=${targetPart}`)
  const showErrorsOfPart = (partErrors: (FieldError & { name: string })[]) => {
    registration.showErrorsOf(...partErrors.map(({ name }) => name))
    showErrors(partErrors)
  }
  const goToNextPart = async (event: FormEvent) => {
    event.preventDefault()
    const partErrors = registration.errorsOfPart(partNumber)
    if (partErrors.length > 0) return showErrorsOfPart(partErrors)
    clear()
    await goToPart(partNumber + 1)
  }
  /** Opens the first part of the registration that has an error. Returns false if none has. */
  const goToPartWithError = () => {
    const wrongIndex = PARTS.findIndex((_, index) => registration.errorsOfPart(index + 1).length > 0)
    if (wrongIndex < 0) return false
    const wrongPart = wrongIndex + 1
    const partErrors = registration.errorsOfPart(wrongPart)
    // The part opens first and focuses its heading. After that, the error summary takes the focus.
    void Promise.resolve(goToPart(wrongPart)).then(() => showErrorsOfPart(partErrors))
    return true
  }
  return { partNumber, registration, errors, round, heading, goToPart, goToNextPart, goToPartWithError }
}
export type RegistrationParts = ReturnType<typeof useRegistrationParts>
