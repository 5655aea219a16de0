/** The choice that a field of a form names as text; undefined for the empty choice. */
export const choiceFrom = <Choice extends string>(choices: readonly Choice[], text: string) =>
  choices.find((choice) => choice === text)

/** The keys of a constant record, with their type. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[]
