import { paths } from '../paths.ts'

const KEY = 'staffPage'

/** Remembers the page that an officer could not open before login, in this tab only. */
export const rememberStaffPage = (path: string) => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {}
}

/** Returns that page, once. Only a page of the staff side is ever returned (T37). */
export const takeStaffPage = (): string => {
  try {
    const path = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return /^\/staff(?:\/[\w-]+)*(?:\?[\w%&=.*+,~:-]*)?$/.test(path) && !path.startsWith(paths.staffLogin)
      ? path
      : paths.staff
  } catch {
    return paths.staff
  }
}
