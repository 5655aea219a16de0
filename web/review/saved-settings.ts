/**
 * Settings of one officer, stored in this browser. If the browser stores nothing, they last as long as the
 * page. `columns`: names with commas between them. `keys`: whether single-character keys work, `on` or `off`.
 */
const storageKey = (officer: number, setting: 'columns' | 'keys') => `staff-review-${setting}-${officer}`

export function savedSetting(officer: number, setting: 'columns' | 'keys'): string | null {
  try {
    return localStorage.getItem(storageKey(officer, setting))
  } catch {
    return null
  }
}

export function saveSetting(officer: number, setting: 'columns' | 'keys', value: string): void {
  try {
    localStorage.setItem(storageKey(officer, setting), value)
  } catch {
    // This browser stores nothing, so the setting lasts as long as the page.
  }
}
