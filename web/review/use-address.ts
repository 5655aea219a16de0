import { useMemo } from 'react'
import { useQuery } from '../staff-ui/use-query.ts'
import { type Address, readAddress, writeAddress } from './address.ts'

export type Go = (over: Partial<Address>, how?: { replace?: boolean }) => void

/** The filter and the position are in the address, and nowhere else. */
export function useAddress(): { address: Address; go: Go } {
  const [query, setQuery] = useQuery()
  const address = useMemo(() => readAddress(query), [query])
  const go: Go = (over, { replace = false } = {}) =>
    setQuery(writeAddress({ ...address, ...over }), { replace })
  return { address, go }
}
