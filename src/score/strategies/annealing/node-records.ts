const WIDTH = 16
const FIRST_SIZE = 64

/** Not crawled; a value of `REDIRECTED` or less leads to the node `REDIRECTED - value`. */
export const UNVISITED = -1
export const REDIRECTED = -2

/**
 * The data of each node of a link graph, 16 adjacent bytes: following a link then waits for memory once,
 * which is most of its cost. Node i has its inflow at `inflow[2 * i]`, the rank it last passed on at
 * `passed[4 * i + 2]` and its page at `page[4 * i + 3]`.
 */
export class NodeRecords {
  length = 0
  /** Three views of the same bytes; replaced when the records grow, so read them again after a push. */
  inflow: Float64Array
  passed: Float32Array
  page: Int32Array

  constructor(size = FIRST_SIZE) {
    const bytes = new ArrayBuffer(Math.max(FIRST_SIZE, size) * WIDTH)
    this.inflow = new Float64Array(bytes)
    this.passed = new Float32Array(bytes)
    this.page = new Int32Array(bytes)
  }

  /** Adds a node without inflow that is not crawled. */
  push(): void {
    if (this.length * 2 === this.inflow.length) {
      const larger = new NodeRecords(this.length * 2)
      larger.inflow.set(this.inflow)
      this.inflow = larger.inflow
      this.passed = larger.passed
      this.page = larger.page
    }
    this.page[4 * this.length + 3] = UNVISITED
    this.length++
  }

  encode(): string {
    return Buffer.from(this.inflow.buffer, 0, this.length * WIDTH).toString('base64')
  }

  static decode(text: string): NodeRecords {
    const bytes = Buffer.from(text, 'base64')
    const records = new NodeRecords(Math.floor(bytes.length / WIDTH))
    records.length = Math.floor(bytes.length / WIDTH)
    new Uint8Array(records.inflow.buffer).set(bytes.subarray(0, records.length * WIDTH))
    return records
  }
}
