import { EventideError } from '../model/errors.ts'
import type { Tiles } from './context.ts'

/** Scheme and host of a tile server; `{s}` and `{a-c}` stand for one of several. */
const ADDRESS =
  /^(https?:\/\/)((?:\{[a-z0-9-]{1,10}\}\.)?[a-z0-9.-]{1,200}(?::\d{1,5})?)(\/[\x21-\x7e]{0,500})$/i

/** The tile server that was asked for; its address must say where zoom, column and row go. */
export function tilesFrom(url: string, attribution: string): Tiles {
  const path = ADDRESS.exec(url)?.[3]
  if (path === undefined || !['{z}', '{x}', '{y}'].every((part) => path.includes(part))) {
    throw new EventideError(
      'bad-tiles',
      '--tiles takes the address of a tile with {z}, {x} and {y} in it, such as https://tiles.example.org/{z}/{x}/{y}.png',
    )
  }
  return { url, attribution }
}

/** What a policy must allow for them. */
export function tileSource({ url }: Tiles): string {
  const [, scheme = '', host = ''] = ADDRESS.exec(url) ?? []
  return scheme + host.replace(/^\{[^}]{1,10}\}/, '*')
}
