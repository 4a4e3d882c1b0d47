import fc from 'fast-check'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { expect, it } from 'vitest'
import { QuickTokenizer } from './quick-tokenizer.ts'

/** Everything a tokenizer says about a document, in order. */
function heard(
  markup: string,
  create: (callbacks: TokenizerCallbacks) => { write(text: string): void; end(): void },
): unknown[] {
  const events: unknown[] = []
  const note =
    (name: string) =>
    (...values: unknown[]): void => {
      events.push([name, ...values])
    }
  const tokenizer = create({
    onattribdata: note('attribdata'),
    onattribentity: note('attribentity'),
    onattribend: note('attribend'),
    onattribname: note('attribname'),
    oncdata: note('cdata'),
    onclosetag: note('closetag'),
    oncomment: note('comment'),
    ondeclaration: note('declaration'),
    onend: note('end'),
    onopentagend: note('opentagend'),
    onopentagname: note('opentagname'),
    onprocessinginstruction: note('processinginstruction'),
    onselfclosingtag: note('selfclosingtag'),
    ontext: note('text'),
    ontextentity: note('textentity'),
    isInForeignContext: () => false,
  })
  tokenizer.write(markup)
  tokenizer.end()
  return events
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
  ...['<iframe>', '</iframe>', '<plaintext>', '=', '\n', '中文', '😀', '\0', '<svg>', '</svg>'],
]

it('says what the tokenizer of htmlparser2 says', () => {
  const markup = fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 5 })), {
      maxLength: 40,
    })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(markup, fc.boolean(), (text, recognizeSelfClosing) => {
      const quick = heard(text, (callbacks) => new QuickTokenizer({ recognizeSelfClosing }, callbacks))
      expect(quick).toEqual(heard(text, (callbacks) => new Tokenizer({ recognizeSelfClosing }, callbacks)))
    }),
    { numRuns: 2_000 },
  )
})
