import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The library's own worker of this name uses Node's crypto; this one does the same work with the browser's.
handler({ deriveKey })
