type Props = { id: string; value: string; onValue: (value: string) => void }

/**
 * A hidden field for a value that no one types, such as the step of a form. A change of the language keeps
 * the values of all fields of the page, so the value is in a field.
 */
export const UnseenField = ({ id, value, onValue }: Props) => (
  <input hidden id={id} value={value} onChange={({ target }) => onValue(target.value)} />
)
