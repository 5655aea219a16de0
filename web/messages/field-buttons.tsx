import { t } from '@lingui/core/macro'
import { MESSAGE_FIELDS } from '#contract/messages/fields.ts'

type Props = { textAreaId: string; value: string; onValue: (value: string) => void }

/** Buttons that insert a field such as `{{first_name}}` at the cursor of a text. */
export function FieldButtons({ textAreaId, value, onValue }: Props) {
  const insertField = (field: string) => {
    const textArea = document.querySelector<HTMLTextAreaElement>(`#${textAreaId}`)
    const start = textArea?.selectionStart ?? value.length
    const end = textArea?.selectionEnd ?? value.length
    const placeholder = `{{${field}}}`
    onValue(value.slice(0, start) + placeholder + value.slice(end))
    // The new text must be rendered before the cursor can be set in it.
    requestAnimationFrame(() => {
      textArea?.focus()
      textArea?.setSelectionRange(start + placeholder.length, start + placeholder.length)
    })
  }
  return (
    <div className="st-fields" role="group" aria-label={t`Put a field into the message`}>
      {Object.entries(MESSAGE_FIELDS).map(([field, words]) => (
        <button type="button" key={field} title={words} onClick={() => insertField(field)}>
          {field}
        </button>
      ))}
    </div>
  )
}
