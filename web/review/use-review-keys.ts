import { useState } from 'react'
import { saveSetting, savedSetting } from './saved-settings.ts'
import { SEARCH } from './search.tsx'
import { useKeys } from './use-keys.ts'
import type { ReviewState } from './use-review.ts'

/** The keys of the table, and whether this officer has switched them off. */
export function useReviewKeys(review: ReviewState, onHelp: () => void) {
  const { officer, address, found, viewed, cursor, acting, selection } = review
  const [keys, setKeys] = useState(() => savedSetting(officer.id, 'keys') !== 'off')
  const close = viewed.isBeside ? viewed.close : cursor.close
  const unselect = review.isSelecting ? acting.unselect : undefined
  const escape = address.open === undefined ? unselect : close
  useKeys(keys, {
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    n: cursor.nextUnread,
    x: () => cursor.row && selection.toggle(cursor.row, found?.rows ?? []),
    '/': () => document.getElementById(SEARCH)?.focus(),
    '?': onHelp,
    ...(review.mayMoveThem && {
      s: () => acting.shortlist('either'),
      r: () => acting.reject('either'),
      l: () => acting.other('either'),
    }),
    ...(escape && { escape }),
  })
  const switchKeys = (on: boolean) => {
    saveSetting(officer.id, 'keys', on ? 'on' : 'off')
    setKeys(on)
  }
  return { keys, switchKeys }
}
