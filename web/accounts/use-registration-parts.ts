import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FieldError } from '../form/error-summary.tsx'
import { useFieldErrors } from '../form/field-errors.ts'
import { paths } from '../paths.ts'
import { FIELD_IDS, PARTS, useRegistration } from './registration-form.ts'

/** The open part of the registration, and the way from one part to another. */
export function useRegistrationParts(today: string) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const part = Math.min(PARTS.length, Math.max(1, Number(search.get('part')) || 1))
  const registration = useRegistration(today)
  const { errors, round, show: showErrors, clear } = useFieldErrors()
  const heading = useRef<HTMLHeadingElement>(null)

  // A new part starts at its top. The first part does not take the focus when the page opens.
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    // When the part was left, by Previous or the browser's Back, the links of its summary would lead nowhere.
    const fields = PARTS[part - 1]?.fields.map((name) => FIELD_IDS[name]) ?? []
    if (!errors.some(({ field }) => field !== undefined && fields.includes(field))) clear()
    heading.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each part
  }, [part])

  const goTo = (to: number) => navigate(to === 1 ? paths.register : `${paths.register}?part=${to}`)
  const show = (found: (FieldError & { name: string })[]) => {
    registration.show(...found.map(({ name }) => name))
    showErrors(found)
  }
  const next = async (event: FormEvent) => {
    event.preventDefault()
    const found = registration.errorsOf(part)
    if (found.length > 0) return show(found)
    clear()
    await goTo(part + 1)
  }
  /** Opens the first part with an error. False if there is none. */
  const goToError = () => {
    const part = [1, 2, 3].find((number) => registration.errorsOf(number).length > 0)
    if (part === undefined) return false
    const found = registration.errorsOf(part)
    void Promise.resolve(goTo(part)).then(() => show(found))
    return true
  }
  return { part, registration, errors, round, heading, goTo, next, goToError }
}
export type RegistrationParts = ReturnType<typeof useRegistrationParts>
