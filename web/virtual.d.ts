// These modules are made by plugins of vite.config.ts.

/** The style sheet of public pages: its text, which only the server has, and its address. */
declare module 'virtual:public-css' {
  export const styles: string
  export const sheetUrl: string
}
/**
 * The scripts that each page holds in its head, and the address of the starter, which loads a page's program.
 * Both are empty in the browser.
 */
declare module 'virtual:starter' {
  export const earlyScripts: string
  export const starterUrl: string
}
/** In the Kiswahili build: hands the translations of the contract's sentences to `translate`. */
declare module 'virtual:sentences' {}
/** The same for sentences that only some pages show. A refusal may contain any of these sentences. */
declare module 'virtual:all-sentences' {}
interface ImportMetaEnv {
  readonly VITE_LANGUAGE?: 'en' | 'sw'
}
