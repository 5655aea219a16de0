/** The choice with the name that a form field holds as text; undefined for the empty choice. */
export const choiceFrom = <Choice extends string>(choices: readonly Choice[], text: string) =>
  choices.find((choice) => choice === text)

/** The keys of a record, with their exact type. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[]
