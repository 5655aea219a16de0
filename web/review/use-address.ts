import { useMemo } from 'react'
import { useQuery } from '../staff-ui/use-query.ts'
import { type Address, readAddress, writeAddress } from './address.ts'

export type Go = (changes: Partial<Address>, options?: { replace?: boolean }) => void

/** The filter and the position in the table. Only the address stores them. */
export function useAddress(): { address: Address; go: Go } {
  const [query, setQuery] = useQuery()
  const address = useMemo(() => readAddress(query), [query])
  const go: Go = (changes, { replace = false } = {}) =>
    setQuery(writeAddress({ ...address, ...changes }), { replace })
  return { address, go }
}
