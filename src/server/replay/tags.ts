import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** By lower-case name; the first attribute of a name wins, as in browsers. */
export type Attributes = ReadonlyMap<string, string>

/** Receives the parts of a document in order. Names are lower case, entities are decoded, comments are dropped. */
export interface TagReader {
  /** `doctype html` */
  declaration(text: string): void
  open(name: string, attributes: Attributes, selfClosing: boolean): void
  text(text: string): void
  close(name: string): void
}

/** Reads a document in one pass, in linear time and memory. */
export function readTags(html: string, reader: TagReader): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, new Listener(html, reader))
  tokenizer.write(html)
  tokenizer.end()
}

class Listener implements TokenizerCallbacks {
  readonly #html: string
  readonly #reader: TagReader
  #tag = ''
  #attributes = new Map<string, string>()
  #name = ''
  #value: string[] = []

  constructor(html: string, reader: TagReader) {
    this.#html = html
    this.#reader = reader
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase()
    this.#attributes = new Map()
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#value = []
  }

  onattribdata(start: number, end: number): void {
    this.#value.push(this.#html.slice(start, end))
  }

  onattribentity(code: number): void {
    this.#value.push(String.fromCodePoint(code))
  }

  onattribend(): void {
    if (!this.#attributes.has(this.#name)) this.#attributes.set(this.#name, this.#value.join(''))
  }

  onopentagend(): void {
    this.#reader.open(this.#tag, this.#attributes, false)
  }

  onselfclosingtag(): void {
    this.#reader.open(this.#tag, this.#attributes, true)
  }

  onclosetag(start: number, end: number): void {
    this.#reader.close(this.#html.slice(start, end).toLowerCase())
  }

  ontext(start: number, end: number): void {
    this.#reader.text(this.#html.slice(start, end))
  }

  ontextentity(code: number): void {
    this.#reader.text(String.fromCodePoint(code))
  }

  ondeclaration(start: number, end: number): void {
    this.#reader.declaration(this.#html.slice(start, end))
  }

  oncdata(): void {}
  oncomment(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
