declare module 'virtual:public-css' {
  export const styles: string
  export const sheetUrl: string
}
declare module 'virtual:starter' {
  export const earlyScripts: string
  export const starterUrl: string
}
