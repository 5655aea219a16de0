import { createContext } from 'react'

/** Marks the page's own inline scripts and styles while the server renders it; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined)
