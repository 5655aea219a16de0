declare module 'virtual:public-css' {
  export const styles: string
}
