import { sources } from './source.ts'

/** All source code files of the product, by layer. */
export const contract = sources('contract/**/*.ts')
export const server = sources('server/**/*.ts')
export const web = sources('web/**/*.{ts,tsx}').filter(({ path }) => !path.endsWith('.d.ts'))
export const all = [...contract, ...server, ...web]
/** The programs that build, start and measure the product. */
export const programs = sources('bin/**/*.{ts,mjs}', 'bench/**/*.ts')
