import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceWords } from '../../server/sessions/device-words.ts'

/** The header User-Agent of browsers, and the words for the device that a person sees. */
const HEADERS: [string | undefined, string][] = [
  [
    'Mozilla/5.0 (Linux; Android 13; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Opera/9.80 (Android; Opera Mini/36.2.2254/191.283; U; en) Presto/2.12.423 Version/12.16',
    'Opera Mini on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.1', 'Firefox on KaiOS'],
  ['curl/8.5.0', 'Device not known'],
  ['<script>alert(1)</script>', 'Device not known'],
  ['', 'Device not known'],
  [undefined, 'Device not known'],
  ['Android', 'Android'],
]

test('ASVS 7.5.2 a device is described in words that we chose, never in words of its own header', () => {
  for (const [header, words] of HEADERS) assert.equal(deviceWords(header), words)
})

test('a header of any length costs the same', () => {
  assert.equal(deviceWords(`${'x'.repeat(16_000)} Chrome/1 Android`), 'Device not known')
})
