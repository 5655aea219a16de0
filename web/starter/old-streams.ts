// This script runs before React Router's scripts, which need two kinds of streams for the data of a page.
// Firefox has `TransformStream` only from 102, and `TextEncoderStream` only from 113. This is one plain
// script without imports, like the service worker (vite.config.ts).
{
  type Output = { enqueue(piece: unknown): void }
  type Steps = { transform(piece: unknown, output: Output): void; flush?(output: Output): void }
  const scope = globalThis as unknown as {
    TransformStream?: new (steps: Steps) => object
    TextEncoderStream?: unknown
  }

  if (!scope.TransformStream) {
    /** This class only holds the steps of a stream. `pipeThrough` below runs them. */
    class Through {
      steps: Steps
      constructor(steps: Steps) {
        this.steps = steps
      }
    }
    scope.TransformStream = Through
    const pipeThrough = (source: ReadableStream, { transform, flush }: Steps) => {
      const reader = source.getReader()
      return new ReadableStream({
        async pull(controller) {
          // A step may produce nothing from a piece of data. Then the next piece is read.
          let hasOutput = false
          const output = {
            enqueue(piece: unknown) {
              hasOutput = true
              controller.enqueue(piece)
            },
          }
          while (!hasOutput) {
            const { done, value } = await reader.read()
            if (!done) transform(value, output)
            else {
              flush?.(output)
              return controller.close()
            }
          }
        },
        cancel: (reason) => reader.cancel(reason),
      })
    }
    Object.assign(ReadableStream.prototype, {
      pipeThrough(this: ReadableStream, { steps }: Through) {
        return pipeThrough(this, steps)
      },
    })
  }

  scope.TextEncoderStream ??= class extends scope.TransformStream {
    constructor() {
      const encoder = new TextEncoder()
      super({ transform: (text, output) => output.enqueue(encoder.encode(String(text))) })
    }
  }
}
