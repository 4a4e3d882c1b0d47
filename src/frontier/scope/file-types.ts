import type { ScopeRule } from './rule.ts'

export interface FileTypesOptions {
  /** File extensions that are not followed, in lower case. Default: those that are never pages. */
  readonly reject?: ReadonlySet<string>
}

const NOT_PAGES: ReadonlySet<string> = new Set(
  [
    'avif bmp cur gif heic ico jfif jpeg jpg png psd raw svg tif tiff webp',
    '3gp aac aif aiff avi flac flv m3u8 m4a m4v mid midi mkv mov mp3 mp4 mpeg mpg oga ogg ogv opus wav webm wma wmv',
    '7z apk bin bz2 cab deb dmg exe gz img iso jar msi pkg rar rpm tar tgz war warc xz zip zst',
    'css eot js json map mjs otf ttf wasm woff woff2',
    'csv doc docx epub kml kmz mobi odp ods odt pdf pps ppt pptx ps rtf shp torrent xls xlsx',
  ].flatMap((line) => line.split(' ')),
)
/** Compressed sitemaps, and feeds by their file name. */
const LIST = /\.(?:xml|txt)\.gz$|feed[^/.]{0,20}\.json$/i
/** Longer than any extension: what follows the dot is part of a name. */
const MAX_ENDING_LENGTH = 8

/** Decides by the extension: asking the server for the type would cost the request that this rule saves. */
export function fileTypesRule({ reject = NOT_PAGES }: FileTypesOptions = {}): ScopeRule {
  return {
    name: 'file-types',
    codes: ['file-type'],
    decide({ url }) {
      const { pathname } = url
      if (LIST.test(pathname)) return 'pass'
      const dot = pathname.lastIndexOf('.')
      if (dot < 0 || pathname.length - dot - 1 > MAX_ENDING_LENGTH) return 'pass'
      return reject.has(pathname.slice(dot + 1).toLowerCase()) ? { reject: 'file-type' } : 'pass'
    },
  }
}
