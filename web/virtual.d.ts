declare module 'virtual:public-css' {
  export const styles: string
  export const sheetUrl: string
}
declare module 'virtual:starter' {
  export const earlyScripts: string
  export const starterUrl: string
}
/** In the Kiswahili build: hands the translations of the contract's sentences to `translate`. */
declare module 'virtual:sentences' {}
declare module 'virtual:all-sentences' {}
interface ImportMetaEnv {
  readonly VITE_LANGUAGE?: 'en' | 'sw'
}
