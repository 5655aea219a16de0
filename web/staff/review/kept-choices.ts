/** Choices of one officer that this browser keeps. Where nothing can be kept they last as long as the page. */
const keyOf = (officer: number, what: 'columns' | 'keys') => `staff-review-${what}-${officer}`

export function keptChoice(officer: number, what: 'columns' | 'keys'): string | null {
  try {
    return localStorage.getItem(keyOf(officer, what))
  } catch {
    return null
  }
}

export function keepChoice(officer: number, what: 'columns' | 'keys', value: string): void {
  try {
    localStorage.setItem(keyOf(officer, what), value)
  } catch {
    // A browser that keeps nothing.
  }
}
