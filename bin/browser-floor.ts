/**
 * The oldest supported browsers, all released by March 2022. The build target, the type checker's `lib` for
 * web/ and the README follow this (tests/engine/browser-floor.test.ts).
 */
export const BROWSER_FLOOR = { chrome: '99', firefox: '98', safari: '15.4' } as const

/**
 * The language features that all these browsers have, as TypeScript names them in `lib`. They have ES2022
 * except Intl.Segmenter, and nothing of ES2023.
 */
export const FLOOR_LIBS = [
  'ES2021',
  'ES2022.Array',
  'ES2022.Error',
  'ES2022.Object',
  'ES2022.RegExp',
  'ES2022.String',
] as const
