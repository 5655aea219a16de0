import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The library's own worker uses the crypto module of Node. This one does the same with the browser's crypto.
handler({ deriveKey })
