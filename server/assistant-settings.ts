import { withFullStop } from '#contract/full-stop.ts'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isPrivateAddress } from './private-networks.ts'

/** The address of a provider when none is configured. Undefined where the operator must configure one. */
const DEFAULT_URLS = {
  'openai-compatible': undefined,
  google: 'https://generativelanguage.googleapis.com/v1beta',
  anthropic: 'https://api.anthropic.com/v1',
} as const
/** The form of requests and answers that a provider understands. */
export type Dialect = keyof typeof DEFAULT_URLS
const isDialect = (name: string): name is Dialect => Object.hasOwn(DEFAULT_URLS, name)

/** A provider whose model may write the assistant's answers: its dialect, address, model and key. */
export type ProviderSettings = { dialect: Dialect; baseUrl: string; model: string; key: string }
export type SearchSettings = { url: string; key: string }

const MAX_PROVIDERS = 3
/** How many questions a day go to providers, in the whole portal, if the operator sets no number. */
const DEFAULT_DAILY = 500
const optionalText = z._default(z.string(), '')

/** The environment variables that configure the portal's assistant. */
export const assistantVariables = {
  ASSISTANT_PROVIDERS: optionalText,
  ASSISTANT_KEY_1: optionalText,
  ASSISTANT_KEY_2: optionalText,
  ASSISTANT_KEY_3: optionalText,
  ASSISTANT_KEY_1_FILE: optionalText,
  ASSISTANT_KEY_2_FILE: optionalText,
  ASSISTANT_KEY_3_FILE: optionalText,
  ASSISTANT_SEARCH_URL: optionalText,
  ASSISTANT_SEARCH_KEY: optionalText,
  ASSISTANT_DAILY: optionalText,
}
type Variables = Record<keyof typeof assistantVariables, string>

/** An error in the assistant's settings. Its message is a sentence for the operator, without any key. */
class SettingsError extends Error {}
const settingsError = (sentence: string) => new SettingsError(sentence)

/** The host of an address. An IPv6 address loses the brackets that it has in a URL. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** True for this machine, and for an IP address of the operator's network. A host name counts as outside. */
const isOwnHost = (host: string) => host === 'localhost' || (isIP(host) !== 0 && isPrivateAddress(host))

// An address without encryption, which would expose key and question, must be in the operator's own network.
const addressOf = (value: string, name: string) => {
  const url = URL.parse(value)
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  )
    throw settingsError(
      `${name} must name an address such as https://llm.example.org/v1, without a user, a query or a fragment`,
    )
  if (url.protocol === 'http:' && !isOwnHost(hostOf(url)))
    throw settingsError(
      `${name} must use https: only localhost and addresses of your own network may use http`,
    )
  return url.href.replace(/\/$/, '')
}

/** Reads one provider from an entry such as `google|model` or `openai-compatible=https://host/v1|model`. */
const providerOf = (entry: string): Omit<ProviderSettings, 'key'> => {
  const { dialect, base, model } =
    /^(?<dialect>[a-z-]+)(?:=(?<base>[^\s|]+))?\|(?<model>[^\s|,]{1,100})$/.exec(entry)?.groups ?? {}
  if (!dialect || !model || !isDialect(dialect))
    throw settingsError(
      'ASSISTANT_PROVIDERS must list entries such as openai-compatible=https://host/v1|model, google|model or anthropic|model',
    )
  const baseUrl = base ?? DEFAULT_URLS[dialect]
  if (!baseUrl)
    throw settingsError(
      'ASSISTANT_PROVIDERS has an openai-compatible entry without its address: openai-compatible=https://host/v1|model',
    )
  return { dialect, baseUrl: addressOf(baseUrl, 'ASSISTANT_PROVIDERS'), model }
}

/**
 * The key of a provider, found by the provider's place in the list. It comes from a variable or a file. ''
 * when neither is set: the operator's own server may need no key.
 */
const keyOf = (variables: Variables, number: 1 | 2 | 3): string => {
  const [name, value, file] = [
    `ASSISTANT_KEY_${number}`,
    variables[`ASSISTANT_KEY_${number}`],
    variables[`ASSISTANT_KEY_${number}_FILE`],
  ]
  if (value && file) throw settingsError(`${name} and ${name}_FILE are both set. Set only one of them.`)
  if (!file) return checkedKey(value.trim(), name)
  const key = contentOf(file)
  if (!key) throw settingsError(`${name}_FILE is ${file}, which cannot be read as a file with a key in it`)
  return checkedKey(key, `${name}_FILE`)
}

/** The text of a file; '' if it cannot be read, because the caller reports both cases with one sentence. */
const contentOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Returns the key if an HTTP header can contain it. */
const checkedKey = (key: string, name: string) => {
  if (!/^[\x21-\x7e]*$/.test(key))
    throw settingsError(`${name} must be one key on one line, with letters, digits and symbols only`)
  return key
}

function readSettings(variables: Variables) {
  const entries = variables.ASSISTANT_PROVIDERS.split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  if (entries.length > MAX_PROVIDERS)
    throw settingsError(
      `ASSISTANT_PROVIDERS lists ${entries.length} providers, and there can be ${MAX_PROVIDERS} at most`,
    )
  const providers = entries.map(providerOf).map((entry, index): ProviderSettings => {
    const number = (index + 1) as 1 | 2 | 3
    const key = keyOf(variables, number)
    if (!key && entry.dialect !== 'openai-compatible')
      throw settingsError(
        `ASSISTANT_PROVIDERS names ${entry.dialect} in place ${number}, which needs ASSISTANT_KEY_${number}`,
      )
    return { ...entry, key }
  })
  for (const number of [1, 2, 3] as const) {
    const names = [`ASSISTANT_KEY_${number}`, `ASSISTANT_KEY_${number}_FILE`] as const
    const name = names.find((entry) => variables[entry])
    if (name && number > providers.length)
      throw settingsError(`${name} is set, but ASSISTANT_PROVIDERS names no provider in place ${number}`)
  }
  for (const name of ['ASSISTANT_SEARCH_URL', 'ASSISTANT_DAILY'] as const)
    if (variables[name] && providers.length === 0)
      throw settingsError(`${name} is set, but ASSISTANT_PROVIDERS names no provider that could use it`)
  if (variables.ASSISTANT_SEARCH_KEY && !variables.ASSISTANT_SEARCH_URL)
    throw settingsError('ASSISTANT_SEARCH_KEY is set, but ASSISTANT_SEARCH_URL is not')
  if (!/^\d{0,9}$/.test(variables.ASSISTANT_DAILY))
    throw settingsError('ASSISTANT_DAILY must be the number of questions a day that may go to a provider')
  const search: SearchSettings | undefined = variables.ASSISTANT_SEARCH_URL
    ? {
        url: addressOf(variables.ASSISTANT_SEARCH_URL, 'ASSISTANT_SEARCH_URL'),
        key: checkedKey(variables.ASSISTANT_SEARCH_KEY, 'ASSISTANT_SEARCH_KEY'),
      }
    : undefined
  return {
    /**
     * The providers, in the order in which they are tried. Without any, the portal answers questions itself.
     */
    providers,
    /** The web search that the assistant uses; undefined when the operator named none. */
    search,
    /** How many questions may go to providers in a day, in the whole portal. This limits the cost. */
    daily: Number(variables.ASSISTANT_DAILY || DEFAULT_DAILY),
  }
}
export type AssistantSettings = ReturnType<typeof readSettings>

/**
 * The hosts that receive a person's question: answer providers and the web search. '' stands for a service on
 * this machine or in the operator's network.
 */
export const servicesOf = ({ providers, search }: AssistantSettings): string[] => {
  const urls = providers.map(({ baseUrl }) => baseUrl)
  if (search) urls.push(search.url)
  const hosts = urls.map((url) => {
    const host = hostOf(new URL(url))
    return isOwnHost(host) ? '' : host
  })
  return [...new Set(hosts)]
}

/** Returns the assistant's part of the configuration, or a sentence that says what is wrong with it. */
export function assistantSettings(variables: Variables): AssistantSettings | { problem: string } {
  try {
    return readSettings(variables)
  } catch (error) {
    if (error instanceof SettingsError) return { problem: withFullStop(error.message) }
    throw error
  }
}
