/** An object with a value for each of these names. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name, index: number) => Value,
) => Object.fromEntries(names.map((name, index) => [name, valueOf(name, index)])) as Record<Name, Value>

/** The names of an object whose type says all of them. */
export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[]
