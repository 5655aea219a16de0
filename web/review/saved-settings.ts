/** Settings of one officer, stored in this browser. If it stores nothing, they last as long as the page. */
const keyOf = (officer: number, what: 'columns' | 'keys') => `staff-review-${what}-${officer}`

export function savedSetting(officer: number, what: 'columns' | 'keys'): string | null {
  try {
    return localStorage.getItem(keyOf(officer, what))
  } catch {
    return null
  }
}

export function saveSetting(officer: number, what: 'columns' | 'keys', value: string): void {
  try {
    localStorage.setItem(keyOf(officer, what), value)
  } catch {
    // This browser stores nothing.
  }
}
