import { describe, expect, it } from 'vitest'
import { Connection } from './connection.ts'
import { chunks, keyRanges, storedJson } from './stored-rows.ts'
import { packText, unpackText } from './values.ts'

const DAMAGED = { code: 'store-damaged', exit: 'store', message: expect.stringContaining('--rebuild') }

describe('keyRanges', () => {
  it('skips ranges without rows, however far the next key is', () => {
    const connection = new Connection(':memory:', false)
    connection.exec('CREATE TABLE t (id INTEGER PRIMARY KEY)')
    for (const id of [1, 2, 9, 10, 11, Number.MAX_SAFE_INTEGER - 20])
      connection.run('INSERT INTO t VALUES (?)', id)
    const read = [...keyRanges(connection, 'SELECT min(id) AS key FROM t WHERE id > ?', 3)].map((after) =>
      connection
        .all<{ id: number }>('SELECT id FROM t WHERE id > ?1 AND id <= ?1 + 3', after)
        .map(({ id }) => id),
    )
    expect(read).toEqual([[1, 2], [9, 10, 11], [Number.MAX_SAFE_INTEGER - 20]])
    connection.close()
  })
})

describe('rows of a damaged database', () => {
  it('end a stream whose keys do not increase', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => n)
    const stream = chunks(
      () => rows,
      () => 50,
      (row) => row,
    )
    const drain = async () => {
      for await (const _ of stream);
    }
    await expect(drain()).rejects.toMatchObject(DAMAGED)
  })

  it('are reported with what to do', () => {
    expect(() => storedJson('{"a":')).toThrow(expect.objectContaining(DAMAGED))
    const packed = packText('flood '.repeat(200)) as Uint8Array
    expect(unpackText(packed)).toHaveLength(1200)
    expect(() => unpackText(packed.map((byte) => byte ^ 0x55))).toThrow(expect.objectContaining(DAMAGED))
    const connection = new Connection(':memory:', false)
    expect(() => connection.all("SELECT value FROM json_each('{')")).toThrow(
      expect.objectContaining({ code: 'store-damaged' }),
    )
    connection.close()
  })
})
