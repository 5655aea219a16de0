import type { Dialect, ProviderSettings } from '../../assistant-settings.ts'

// Loads the library of a provider with the first question, so that a portal without providers saves the
// memory. We leave out the framework above these libraries (`ai`): it has a gateway of another company. The
// URL and key are always passed: otherwise the library would look for them in the environment.
const DIALECTS = {
  'openai-compatible': async ({ baseUrl, model, key }: ProviderSettings, fetch: typeof globalThis.fetch) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name: 'provider',
      baseURL: baseUrl,
      ...(key ? { apiKey: key } : {}),
      fetch,
    }).chatModel(model)
  },
  google: async ({ baseUrl, model, key }: ProviderSettings, fetch: typeof globalThis.fetch) => {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: baseUrl, apiKey: key, fetch })(model)
  },
  anthropic: async ({ baseUrl, model, key }: ProviderSettings, fetch: typeof globalThis.fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch })(model)
  },
} satisfies Record<Dialect, unknown>

export type Model = Awaited<ReturnType<(typeof DIALECTS)[Dialect]>>

/** The model of a provider. All its connections use the given `fetch`. */
export const modelOf = (settings: ProviderSettings, fetch: typeof globalThis.fetch): Promise<Model> =>
  DIALECTS[settings.dialect](settings, fetch)
