declare module 'virtual:public-css' {
  export const styles: string
}
declare module 'virtual:old-streams' {
  export const oldStreams: string
}
