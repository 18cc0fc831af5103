/** Lines on their way to a host. */

const BLOCK_BYTES = 128 * 1024;
/** What a UTF-16 unit takes at most as UTF-8; a pair of them takes four. */
const MOST_BYTES = 3;

/** Text as bytes in large blocks: one buffer for each part of a line took 7 % of a list of 20 threads. */
export class Outbox {
  /** Blocks and large texts that are complete. */
  #pieces: Buffer[] = [];
  /** Filled from `#start`, where what was taken ends, to `#end`. */
  #block: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#start === this.#end;
  }

  /** Adds a text behind the others. */
  put(text: string): void {
    const most = text.length * MOST_BYTES;
    if (most > BLOCK_BYTES) {
      this.#close();
      this.#pieces.push(Buffer.from(text));
      return;
    }
    if (most > this.#block.length - this.#end) {
      this.#close();
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#start = this.#end = 0;
    }
    this.#end += this.#block.write(text, this.#end);
  }

  /** All that was put since the last time. Its bytes stay as they are: nothing is put over them. */
  take(): readonly Buffer[] {
    this.#close();
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  #close(): void {
    if (this.#start < this.#end) this.#pieces.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
