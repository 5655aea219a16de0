/**
 * Whether `next` is `before` without one stretch, which is a deletion. Any other change is typing, which a
 * searchable field does not accept after a choice (S1 §4).
 */
export const isDeletion = (before: string, next: string) => {
  if (next.length >= before.length) return false
  let start = 0
  while (start < next.length && before[start] === next[start]) start++
  return before.endsWith(next.slice(start))
}

/** Where `typed` starts and ends in `name`, ignoring case; undefined if it is empty or `name` lacks it. */
export const findMatch = (name: string, typed: string): [number, number] | undefined => {
  const searched = typed.trim().toLowerCase()
  const start = name.toLowerCase().indexOf(searched)
  return searched && start >= 0 ? [start, start + searched.length] : undefined
}
