import { scheduler } from "node:timers/promises";

/** As in workerd: a stream that must carry exactly its declared length. */
class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let left = length;
    super({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) throw new TypeError("Attempt to write too many bytes through a FixedLengthStream.");
        controller.enqueue(chunk);
      },
      flush() {
        if (left > 0) throw new TypeError("FixedLengthStream did not see all expected bytes before close().");
      },
    });
  }
}

// Globals of workerd that pure code uses and Node lacks.
Object.assign(globalThis, { FixedLengthStream, scheduler });
