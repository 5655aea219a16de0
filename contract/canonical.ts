type PlainObject = Record<string, unknown>

const memberText = (object: PlainObject, name: string) => `${quotedText(name)}:${canonical(object[name])}`

const isPlainObject = (value: unknown): value is PlainObject => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function quotedText(value: string): string {
  // With the flag `u`, a whole surrogate pair is one character, so this matches only half a pair.
  // `isWellFormed` would do the same, but some supported browsers do not have it.
  if (/\p{Surrogate}/u.test(value))
    throw new TypeError('Text with half a surrogate pair has no canonical form')
  return JSON.stringify(value)
}

/**
 * The canonical JSON text of a value (RFC 8785): names sorted by UTF-16 units, no spaces, numbers and text as
 * ECMAScript writes them. Names with an undefined value are left out. Digests and signatures are made over
 * this text, so every program that checks one must get the same characters. This is our own code instead of
 * the library canonicalize, because it must refuse values that would change.
 * @throws TypeError for what JSON cannot hold: NaN, infinities, functions, dates, half surrogate pairs, or
 * `undefined` in a list.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quotedText(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  // Array.from also visits the holes of a list. A hole becomes `undefined`, which is refused.
  if (Array.isArray(value)) return `[${Array.from(value, canonical).join(',')}]`
  if (isPlainObject(value)) {
    const names = Object.keys(value).filter((name) => value[name] !== undefined)
    const members = names.sort().map((name) => memberText(value, name))
    return `{${members.join(',')}}`
  }
  throw new TypeError(`A ${typeof value} has no canonical form`)
}
