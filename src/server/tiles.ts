import { EventideError } from '../model/errors.ts'
import type { Tiles } from './context.ts'

/** URL template of a tile server; `{s}` and `{a-c}` in the host is replaced by one of several servers. */
const TEMPLATE =
  /^(https?:\/\/)((?:\{[a-z0-9-]{1,10}\}\.)?[a-z0-9.-]{1,200}(?::\d{1,5})?)(\/[\x21-\x7e]{0,500})$/i

/** Checks the URL template of a tile server. */
export function tilesFrom(url: string, attribution: string): Tiles {
  const path = TEMPLATE.exec(url)?.[3]
  if (path === undefined || !['{z}', '{x}', '{y}'].every((part) => path.includes(part))) {
    throw new EventideError(
      'bad-tiles',
      '--tiles takes a URL with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png',
    )
  }
  return { url, attribution }
}

/** The source that a Content-Security-Policy must allow. */
export function tileSource({ url }: Tiles): string {
  const [, scheme = '', host = ''] = TEMPLATE.exec(url) ?? []
  return scheme + host.replace(/^\{[^}]{1,10}\}/, '*')
}
