type Props = { id: string; value: string; onValue: (value: string) => void }

/**
 * Holds a value that a person reached and did not type, such as the step of a form. A change of language
 * takes what the fields of a page hold to the other language, so it takes this value too.
 */
export const UnseenField = ({ id, value, onValue }: Props) => (
  <input hidden id={id} value={value} onChange={({ target }) => onValue(target.value)} />
)
