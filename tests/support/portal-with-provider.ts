import { handTimer } from './assistant.ts'
import { openPortal } from './portal.ts'
import { providerPeer } from './provider-peer.ts'

/**
 * A portal whose assistant may call one outside service, and a stand-in for this service. The stand-in is
 * `peer`: it keeps the requests that it receives, and a test can set its answers.
 */
export async function portalWithProvider() {
  const peer = await providerPeer()
  const portal = await openPortal({
    config: { ASSISTANT_PROVIDERS: `openai-compatible=${peer.url}/v1|small`, ASSISTANT_DAILY: '100000' },
    providers: { timer: handTimer().timer },
  })
  return { peer, portal }
}
