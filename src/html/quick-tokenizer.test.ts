import fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import { expect, it } from 'vitest'
import { marksOfText } from '../text/text-marks.ts'
import { withCodeUnits } from './code-units.ts'
import { kindOf } from './element-kind.ts'
import { type QuickCallbacks, QuickTokenizer } from './quick-tokenizer.ts'

/** Notes everything a tokenizer says about a document, in order; attributes as a whole. */
class Notes implements QuickCallbacks {
  readonly events: unknown[] = []
  readonly #text: string
  readonly #foreign: boolean
  #name = ''
  #value = ''

  constructor(text: string, foreign: boolean) {
    this.#text = text
    this.#foreign = foreign
  }

  isInForeignContext = () => this.#foreign

  onplaintag(start: number, end: number): boolean {
    if (kindOf(this.#text.slice(start, end).toLowerCase()).isRawText) return false
    this.onopentagname(start, end)
    return true
  }

  onplainattrib(
    start: number,
    end: number,
    value: number,
    valueEnd: number,
    hash: number,
    hasEntity: boolean,
  ): boolean {
    const written = this.#text.slice(value, valueEnd)
    expect(hasEntity).toBe(written.includes('&'))
    expect(hash).toBe(
      [...Array(written.length).keys()].reduce((sum, i) => (sum * 31 + written.charCodeAt(i)) | 0, 0),
    )
    this.onattribname(start, end)
    if (this.#isWanted && hasEntity) return false
    this.onattribdata(value, valueEnd)
    this.onattribend()
    return true
  }

  onplaintext(start: number, end: number, marks: number): void {
    expect(marks).toBe(marksOfText(this.#text.slice(start, end)))
    this.ontext(start, end)
  }

  onattribname(start: number, end: number) {
    this.#name = this.#text.slice(start, end)
    this.#value = ''
  }
  onattribdata(start: number, end: number) {
    this.#value += this.#text.slice(start, end)
  }
  onattribentity(codepoint: number) {
    this.#value += String.fromCodePoint(codepoint)
  }
  onattribend() {
    if (this.#isWanted) this.events.push(['attribute', this.#name, this.#value])
  }

  oncdata = this.#note('cdata')
  onclosetag = this.#note('closetag')
  oncomment = this.#note('comment')
  ondeclaration = this.#note('declaration')
  onend = this.#note('end')
  onopentagend = this.#note('opentagend')
  onopentagname = this.#note('opentagname')
  onprocessinginstruction = this.#note('processinginstruction')
  onselfclosingtag = this.#note('selfclosingtag')
  ontext = this.#note('text')
  ontextentity = this.#note('textentity')

  get #isWanted(): boolean {
    return this.#name.length !== 'alt'.length
  }

  #note(name: string): (...values: number[]) => void {
    return (...values) => {
      this.events.push([name, ...values])
    }
  }
}

const PIECES = [
  ...[
    '<p>',
    '</p>',
    '<a href="',
    '"',
    "'",
    '>',
    '<',
    '</',
    '/>',
    '<div class=x ',
    "title='",
    'text and more ',
    ' ',
  ],
  ...[
    '&amp;',
    '&',
    '&#x20ac;',
    '&notanentity',
    '&lt',
    '<!--',
    '-->',
    '--',
    '<![CDATA[',
    ']]>',
    '<!doctype html>',
    '<?xml',
  ],
  ...[
    '<script>',
    '</script>',
    '</scrip',
    '<style>',
    '</style >',
    '<title>',
    '</title>',
    '<textarea>',
    '</textarea>',
  ],
  ...[
    '<a href=x>',
    '<a href = "y" B>',
    "<img src='z' alt/>",
    ' data-x="1"',
    ' c=&lt;',
    ' =',
    '/',
    '!',
    '<br / >',
    '</a href="">',
    '<Script/>',
    '<!-->',
    '<!--->',
    '--!>',
    '<!-- x -->',
    '< ',
    '<1',
  ],
  ...['<iframe>', '</iframe>', '<plaintext>', '=', '\n', '中文', '😀', '\0', '<svg>', '</svg>'],
]

it('reports the same as the tokenizer of htmlparser2', () => {
  const markup = fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 5 })), {
      maxLength: 40,
    })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(markup, fc.boolean(), fc.boolean(), (text, recognizeSelfClosing, foreign) => {
      const quick = new Notes(text, foreign)
      withCodeUnits(text, (units) => new QuickTokenizer({ recognizeSelfClosing }, quick, units).read(text))
      const library = new Notes(text, foreign)
      const tokenizer = new Tokenizer({ recognizeSelfClosing }, library)
      tokenizer.write(text)
      tokenizer.end()
      expect(quick.events).toEqual(library.events)
    }),
    { numRuns: 5_000 },
  )
})
