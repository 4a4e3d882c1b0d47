import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import type { PageRecord } from '../../store/records.ts'
import { parquet } from './parquet.ts'
import type { ExportedCollection, SelectedPage } from './selection.ts'

const collection = { id: 'storm' } as ExportedCollection

function page(id: number, changes: Partial<PageRecord> = {}): PageRecord {
  return {
    ...{
      id,
      url: `https://a.example/${id}`,
      canonicalUrl: `https://a.example/${id}`,
      title: `第${id}页 "=1+1"`,
    },
    ...{ language: 'zh', published: null, publishedFrom: 'none', places: [], relevance: 0.5, relevant: true },
    ...{ evidence: {}, source: 'a.example', depth: 0, parent: null, duplicateOf: null, order: id },
    ...{
      fetchedAt: '2024-11-08T01:02:03.004Z',
      status: 200,
      warc: null,
      textDigest: 'sha256:0',
      summary: '',
    },
    ...{ who: [], robots: null, kind: 'article', curated: null, linkScore: 0, linkEvidence: {}, text: '' },
    ...changes,
  } as PageRecord
}

async function written(pages: Iterable<PageRecord>) {
  async function* selected(): AsyncGenerator<SelectedPage> {
    for (const one of pages) yield { collection, page: one }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of parquet(selected())) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return {
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    pieces,
  }
}

describe('parquet', () => {
  it('round-trips every value in typed columns', async () => {
    const places = [{ id: 'gn:1', name: 'Guiuan', lat: 11.03, lon: 125.72, count: 3 }]
    const who = [{ name: 'A. B.', kind: 'person' as const, count: 2 }]
    const warc = { file: 'x.warc.gz', offset: 5_000_000_000, length: 12, payloadDigest: 'sha256:1' }
    const evidence = { topic: { value: null, weight: 1, because: ['storm'] } }
    const { file } = await written([
      page(1, { places, who, warc, evidence, published: '1965-03-04', text: 'a\n\u0000b' }),
      page(2, { curated: 'rejected', relevant: false }),
    ])
    const [first, second] = await parquetReadObjects({ file })
    expect(first).toMatchObject({
      ...{ title: '第1页 "=1+1"', places, who, evidence, relevant: true, warcOffset: 5_000_000_000n },
      ...{
        published: new Date('1965-03-04'),
        fetchedAt: new Date('2024-11-08T01:02:03.004Z'),
        text: 'a\n\u0000b',
      },
      ...{ page: 1n, collection: 'storm', robots: null },
    })
    expect(second).toMatchObject({
      places: [],
      who: [],
      warcFile: null,
      warcOffset: null,
      published: null,
      curated: 'rejected',
    })
    const types = parquetMetadata(file).schema.map(
      ({ name, type, converted_type }) => `${name} ${converted_type ?? type}`,
    )
    expect(types).toEqual(
      expect.arrayContaining([
        'published DATE',
        'fetchedAt TIMESTAMP_MILLIS',
        'lat DOUBLE',
        'order INT32',
        'page INT64',
        'evidence JSON',
        'places LIST',
      ]),
    )
  })

  it('is valid without pages', async () => {
    const { file } = await written([])
    expect(await parquetReadObjects({ file })).toEqual([])
  })

  it('writes group by group, by rows and by the length of the texts', async () => {
    const rows = Array.from({ length: 1_150 }, (_, i) => page(i + 1))
    const { file, pieces } = await written(rows)
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([500, 500, 150])
    expect(pieces).toHaveLength(3)
    expect((await parquetReadObjects({ file, columns: ['order'] })).map(({ order }) => order)).toEqual(
      rows.map(({ order }) => order),
    )
    const long = await written([1, 2, 3].map((id) => page(id, { text: 'long '.repeat(200_001) })))
    expect(parquetMetadata(long.file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2, 1])
  })
})
