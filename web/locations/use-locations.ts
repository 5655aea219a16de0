import { useEffect, useState } from 'react'
import { call } from '../api.ts'
import type { Choice } from '../form/use-combobox.ts'

/** The file of places. A place is its id, its name, and the id of the larger place, if there is one. */
type Bundled = {
  counties: [number, string][]
  constituencies: [number, string, number][]
  wards: [number, string, number][]
}
type Kind = keyof Bundled

const fetchList: Record<Kind, (parentId: number) => Promise<Choice[]>> = {
  counties: () => call('GET /api/counties/'),
  constituencies: (county) => call('GET /api/constituencies/', { query: { county_id: county } }),
  wards: (constituency) => call('GET /api/wards/', { query: { constituency_id: constituency } }),
}

// Registration must work when the call for places fails, so a versioned file holds the same lists (J10).
const fromBundle = async (kind: Kind, parentId: number): Promise<Choice[]> => {
  const bundle: Bundled = await (await fetch('/locations-v1.json')).json()
  return bundle[kind]
    .filter(([, , itsParentId]) => itsParentId === undefined || itsParentId === parentId)
    .map(([id, name]) => ({ id, name }))
}

type Locations = { options: Choice[] | undefined; retry: (() => void) | undefined }

/** The result of the last load, and the place whose parts it loaded. */
type LoadState = { parentId?: number | undefined; options?: Choice[]; failed?: boolean }

/**
 * The places in a county or constituency. If another one is chosen meanwhile, the reply for the earlier one
 * is ignored. Nothing is loaded while `parentId` is undefined, or if the page gave the list as
 * `initialOptions`.
 */
export function useLocations(kind: Kind, parentId: number | undefined, initialOptions?: Choice[]): Locations {
  const [state, setState] = useState<LoadState>({
    parentId,
    ...(initialOptions ? { options: initialOptions } : {}),
  })
  const [attempt, setAttempt] = useState(0)
  // An effect, and no loader: the larger place is chosen in the form, or comes from stored answers.
  useEffect(() => {
    if (parentId === undefined || (initialOptions && attempt === 0)) return
    let isCurrent = true
    setState((before) => (before.parentId === parentId ? before : { parentId }))
    fetchList[kind](parentId)
      .catch(() => fromBundle(kind, parentId))
      .then(
        (options) => isCurrent && setState({ parentId, options }),
        () => {
          // If the list does not load, that is only logged (S1 §8), and the empty list offers another try
          // (J10).
          console.info(`The ${kind} could not be loaded.`)
          if (isCurrent) setState({ parentId, failed: true })
        },
      )
    return () => {
      isCurrent = false
    }
    // `attempt`: the person tries again. `initialOptions` never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind, parentId, attempt])
  const loaded = state.parentId === parentId ? state : {}
  return { options: loaded.options, retry: loaded.failed ? () => setAttempt(attempt + 1) : undefined }
}
