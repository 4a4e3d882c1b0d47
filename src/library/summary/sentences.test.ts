import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

const said = (text: string, language = 'en') => sentencesOf(text, language).map((one) => one.text)

describe('sentencesOf', () => {
  it('finds whole sentences, paragraph by paragraph', () => {
    expect(
      said(
        'The storm reached the coast in the night. About 300 people had left their homes by then!\nThe harbour stays closed until Sunday, the mayor said.',
      ),
    ).toEqual([
      'The storm reached the coast in the night.',
      'About 300 people had left their homes by then!',
      'The harbour stays closed until Sunday, the mayor said.',
    ])
  })

  it.each([
    'Mayor J. R. Smith and Dr. Jones of St. Mary met the U.S. Coast Guard on Sunday.',
    'The quake struck at 4 a.m. Tuesday with a magnitude of 6.1, some 3.5 km from the town.',
    'Nach Angaben von Prof. Weber waren ca. 200 Menschen von der Flut betroffen.',
  ])('does not end at a shortened word: %s', (text) => {
    expect(said(text)).toEqual([text])
  })

  it('reads Chinese, Japanese, Arabic, Hindi and Thai', () => {
    expect(
      said('台风“海燕”8日凌晨在菲律宾中部登陆。当局称，已有超过一百人死亡，数十万人撤离。', 'zh'),
    ).toEqual(['台风“海燕”8日凌晨在菲律宾中部登陆。', '当局称，已有超过一百人死亡，数十万人撤离。'])
    expect(
      said('台風は８日の朝、フィリピン中部に上陸した。少なくとも百人が死亡したと当局は発表した。', 'ja'),
    ).toHaveLength(2)
    expect(
      said(
        'ضرب الإعصار الساحل الشرقي للبلاد ليلة الجمعة الماضية. وأعلنت الحكومة حالة الطوارئ في ثلاث محافظات ساحلية.',
        'ar',
      ),
    ).toHaveLength(2)
    expect(
      said(
        'तूफान शुक्रवार की रात को तट से टकराया और कई गाँव डूब गए। सरकार ने तीन जिलों में आपातकाल घोषित किया है।',
        'hi',
      ),
    ).toHaveLength(2)
    expect(said('พายุไต้ฝุ่นขึ้นฝั่งเมื่อคืนวันศุกร์และทำให้หมู่บ้านหลายแห่งถูกน้ำท่วม', 'th')).toHaveLength(1)
  })

  it.each([
    'Home News Sport Weather',
    'Read more at https://example.org/typhoon or follow @example today.',
    'Copyright © 2024 The Example News Company. All of it.',
    'and so the people of the town went home again after it.',
    'BREAKING NEWS AS THE STORM COMES ASHORE IN THE EAST NOW.',
    'Have you been affected by the storm in your home town?',
    '12:30 14:45 16:00 17:15 18:30 19:45 21:00 22:15 23:30.',
    'Short one.',
  ])('leaves out what does not stand alone: %s', (text) => {
    expect(said(text)).toEqual([])
  })

  it('splits paragraphs that were run together', () => {
    expect(
      said('The storm reached the coast in the night.On Sunday the harbour was opened to ships again.'),
    ).toHaveLength(2)
  })

  it('reads a bounded part of a page', () => {
    const sentence = 'The storm reached the coast in the night and stayed there. '
    expect(sentencesOf(sentence.repeat(5_000), 'en').length).toBeLessThanOrEqual(24)
    expect(sentencesOf('x'.repeat(1_000_000), 'en')).toEqual([])
    expect(sentencesOf('。'.repeat(1_000_000), 'zh')).toEqual([])
  })
})
