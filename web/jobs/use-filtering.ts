import { useEffect, useRef, useState } from 'react'
import { JOBS } from '#contract/limits.ts'

/** S1 §9: the filtering spinner, for 500 ms when filters change, over results that are there already (J5). */
export function useFiltering(chosen: Record<string, string>) {
  const [filtering, setFiltering] = useState(false)
  const before = useRef(JSON.stringify(chosen))
  useEffect(() => {
    if (before.current === JSON.stringify(chosen)) return
    before.current = JSON.stringify(chosen)
    setFiltering(true)
    const timer = setTimeout(() => setFiltering(false), JOBS.filterSpinnerMs)
    return () => clearTimeout(timer)
  }, [chosen])
  return filtering
}
