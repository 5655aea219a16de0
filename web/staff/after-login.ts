import { paths } from '../paths.ts'

const KEY = 'staffPage'

/** Keeps the page that an officer was turned away from, in this tab only. */
export const rememberStaffPage = (path: string) => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {}
}

/** Gives it back, once; only a page of the staff side is ever given (T37). */
export const takeStaffPage = (): string => {
  try {
    const path = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return /^\/staff(?:\/[\w-]+)*(?:\?[\w%&=.*+,~:-]*)?$/.test(path) && !path.startsWith(paths.staffLogin) ? path : paths.staff
  } catch {
    return paths.staff
  }
}
