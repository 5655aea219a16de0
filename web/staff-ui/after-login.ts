import { staffPaths } from '../staff-paths.ts'

const STORAGE_KEY = 'staffPage'

/** Remembers the page that an officer could not open before login, in this tab only. */
export const rememberStaffPage = (path: string) => {
  try {
    sessionStorage.setItem(STORAGE_KEY, path)
  } catch {
    // This browser stores nothing, so the login leads to the start page.
  }
}

/** Returns the remembered page once; otherwise the start page. Returns only a page for officers (T37). */
export const takeStaffPage = (): string => {
  try {
    const path = sessionStorage.getItem(STORAGE_KEY) ?? ''
    sessionStorage.removeItem(STORAGE_KEY)
    // `/staff/jobs/7?state=open` matches. `//other.example` does not, because that is another site.
    const isStaffPage = /^\/staff(?:\/[\w-]+)*(?:\?[\w%&=.*+,~:-]*)?$/.test(path)
    return isStaffPage && !path.startsWith(staffPaths.login) ? path : staffPaths.home
  } catch {
    return staffPaths.home
  }
}
