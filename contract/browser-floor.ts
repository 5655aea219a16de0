/**
 * The oldest browsers the portal works in, all of March 2022. The build's target, the type checker's `lib` for web/ and the
 * README follow it (tests/engine/browser-floor.test.ts).
 */
export const BROWSER_FLOOR = { chrome: '99', firefox: '98', safari: '15.4' } as const

/** What of the language all of them have built in, as TypeScript names it: of ES2022 not Intl.Segmenter, of ES2023 nothing. */
export const FLOOR_LIBS = ['ES2021', 'ES2022.Array', 'ES2022.Error', 'ES2022.Object', 'ES2022.RegExp', 'ES2022.String'] as const
