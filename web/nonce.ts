import { createContext } from 'react'

/** The nonce of the page's own inline scripts and styles on the server; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined)
