type Props = { id: string; value: string; onValue: (value: string) => void }

/**
 * A hidden field for a value that a person reached without typing it, such as the step of a form. When the
 * language changes, the fields of the page keep their values, and so does this one.
 */
export const UnseenField = ({ id, value, onValue }: Props) => (
  <input hidden id={id} value={value} onChange={({ target }) => onValue(target.value)} />
)
