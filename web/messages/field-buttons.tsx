import { MESSAGE_FIELDS } from '#contract/messages/fields.ts'

type Props = { target: string; value: string; onValue: (value: string) => void }

/** Inserts a field at the cursor of a text. */
export function FieldButtons({ target, value, onValue }: Props) {
  const put = (field: string) => {
    const area = document.querySelector<HTMLTextAreaElement>(`#${target}`)
    const [from, to] = [area?.selectionStart ?? value.length, area?.selectionEnd ?? value.length]
    const written = `{{${field}}}`
    onValue(value.slice(0, from) + written + value.slice(to))
    // After the new text is rendered.
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + written.length, from + written.length)
    })
  }
  return (
    <div className="st-fields" role="group" aria-label="Put a field into the message">
      {Object.entries(MESSAGE_FIELDS).map(([field, words]) => (
        <button type="button" key={field} title={words} onClick={() => put(field)}>
          {field}
        </button>
      ))}
    </div>
  )
}
