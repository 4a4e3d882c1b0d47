import type { ErrorCode } from 'yaml'

const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias (*name) cannot have an anchor or a tag',
  BAD_ALIAS: 'an alias (*name) has no name, or no anchor (&name) before it',
  BAD_COLLECTION_TYPE: 'the tag does not fit the list or mapping behind it',
  BAD_DIRECTIVE: 'a line that starts with % is not a valid directive',
  BAD_DQ_ESCAPE: 'the escape after \\ in double quotes is not valid; write \\\\ for a backslash',
  BAD_INDENT: 'the indentation does not match the lines around it, or a closing bracket is missing',
  BAD_PROP_ORDER: 'anchors (&name) and tags (!name) must come before the value',
  BAD_SCALAR_START: 'a value cannot start with this character; put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'a second "key: value" on one line; start a new line, or put a value with a colon in quotes',
  BLOCK_IN_FLOW: 'an indented list or mapping cannot stand inside [ ] or { }',
  DUPLICATE_KEY: 'keys must be unique',
  IMPOSSIBLE: 'the text cannot be read as YAML',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters; a closing quote or a colon may be missing',
  MISSING_CHAR: 'a character is missing: a colon after a key, a comma, a closing quote or a closing bracket',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line; a colon may be missing in the line before',
  MULTIPLE_ANCHORS: 'a value can have only one anchor (&name)',
  MULTIPLE_DOCS: 'the file holds several documents; remove the line ---',
  MULTIPLE_TAGS: 'a value can have only one tag (!name)',
  NON_STRING_KEY: 'a key must be a plain word',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'tabs cannot be used for indentation; use spaces',
  TAG_RESOLVE_FAILED: 'the tag (!name) is unknown; remove it',
  UNEXPECTED_TOKEN: 'this was not expected here; check the indentation, quotes and brackets before it',
}

/** What is wrong with the syntax, in words of our own: the parser's presume knowledge of the YAML specification. */
export function syntaxMessage(code: ErrorCode): string {
  return MESSAGES[code] ?? MESSAGES.IMPOSSIBLE
}
