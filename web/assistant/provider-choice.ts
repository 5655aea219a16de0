import { PROVIDER_AGREED } from '../session/session.ts'
import { storedInTab, storeInTab, takeFromTab } from '../starter/tab-storage.ts'

/** Whether the person agreed in this tab that an outside AI service (the provider) gets their questions. */
export const readProviderAgreed = (): boolean => storedInTab(PROVIDER_AGREED) === true

/** Saves the choice for this tab. If the browser stores nothing, it lasts as long as the page. */
export function saveProviderAgreed(isAgreed: boolean): void {
  if (isAgreed) storeInTab(PROVIDER_AGREED, true)
  else takeFromTab(PROVIDER_AGREED)
}
