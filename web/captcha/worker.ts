import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The worker that solves a challenge of our captcha (solve.ts). The library's own worker uses the crypto
// module of Node. This one uses the browser's.
handler({ deriveKey })
