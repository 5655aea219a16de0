import { useState } from 'react'
import { saveSetting, savedSetting } from './saved-settings.ts'
import { SEARCH_FIELD_ID } from './search.tsx'
import { useKeys } from './use-keys.ts'
import type { ReviewState } from './use-review.ts'

/** The keys of the table, and whether this officer has switched them off. */
export function useReviewKeys(review: ReviewState, onHelp: () => void) {
  const { officer, address, rowsPage, viewed, cursor, acting, selection } = review
  const [areKeysOn, setKeysOn] = useState(() => savedSetting(officer.id, 'keys') !== 'off')
  // Each press of Escape does one thing: it closes the document, then the application, and then clears the
  // selection.
  const close = viewed.isBeside ? viewed.close : cursor.close
  const unselect = review.isSelecting ? acting.unselect : undefined
  const escape = address.openId === undefined ? unselect : close
  useKeys(areKeysOn, {
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    n: cursor.nextUnread,
    x: () => cursor.row && selection.toggle(cursor.row, rowsPage?.rows ?? []),
    '/': () => document.getElementById(SEARCH_FIELD_ID)?.focus(),
    '?': onHelp,
    ...(review.mayPropose && {
      s: () => acting.shortlist('either'),
      r: () => acting.reject('either'),
      l: () => acting.chooseStage('either'),
    }),
    ...(escape && { escape }),
  })
  const switchKeys = (areOn: boolean) => {
    saveSetting(officer.id, 'keys', areOn ? 'on' : 'off')
    setKeysOn(areOn)
  }
  return { areKeysOn, switchKeys }
}
