import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// A property, and a linked ring instead of a Set and a Map: where calls come and go, their outgrown tables
// keep each other until a full garbage collection.
const PLACE = Symbol('place')
type Placed = Socket & { [PLACE]?: Place }
type Place = { socket: Socket | undefined; calls: number; before: Place; after: Place }

const alone = (socket: Socket | undefined): Place => {
  const place = { socket, calls: 0 } as Place
  return Object.assign(place, { before: place, after: place })
}

/**
 * Allows at most `most` connections. Above that, the connection idle for longest is closed: at rest between
 * two calls, or without a complete head. A connection being answered is left alone; when all are, the new one
 * is closed.
 */
export function capSockets(server: Server, most: number) {
  // A ring: after this entry comes the connection idle for longest, before it the one that just became idle.
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
