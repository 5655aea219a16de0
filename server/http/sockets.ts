import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// A property, and a chain in place of a Set and a Map: where each call comes and goes, their outgrown tables keep each other until the whole
// heap is collected.
const PLACE = Symbol('place')
type Placed = Socket & { [PLACE]?: Place }
type Place = { socket: Socket | undefined; calls: number; before: Place; after: Place }

const alone = (socket: Socket | undefined): Place => {
  const place = { socket, calls: 0 } as Place
  return Object.assign(place, { before: place, after: place })
}

/**
 * At most `most` connections. When there are more, the one that was idle the longest is closed: at rest between two calls, or not yet
 * through with a head. One that is being answered is left alone; when all are, whoever comes is closed.
 */
export function capSockets(server: Server, most: number) {
  // A ring: after this one comes the idlest, before it who has just begun to rest.
  const ring = alone(undefined)
  let open = 0
  const leave = (place: Place) => {
    place.before.after = place.after
    place.after.before = place.before
    place.before = place.after = place
  }
  const rest = (place: Place) => {
    place.before = ring.before
    place.after = ring
    ring.before = ring.before.after = place
  }
  server.on('connection', (socket: Placed) => {
    if (open >= most) {
      const idlest = ring.after
      if (!idlest.socket) return void socket.destroy()
      leave(idlest)
      idlest.socket.destroy()
    }
    open++
    const place = (socket[PLACE] = alone(socket))
    rest(place)
    socket.once('close', () => {
      leave(place)
      open--
    })
  })

  return ({ socket }: IncomingMessage, response: ServerResponse) => {
    const place = (socket as Placed)[PLACE]
    if (!place) return
    leave(place)
    place.calls++
    response.once('close', () => {
      place.calls--
      if (place.calls === 0 && !socket.destroyed) rest(place)
    })
  }
}
