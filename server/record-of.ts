/** Makes an object that has one value for each name in a list. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name, index: number) => Value,
) => Object.fromEntries(names.map((name, index) => [name, valueOf(name, index)])) as Record<Name, Value>

/** The names of an object's fields, with their exact type. The object's type must list all of its fields. */
export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[]
