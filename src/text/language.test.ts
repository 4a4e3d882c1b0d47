import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectLanguage } from './language.ts'

const SENTENCES = [
  ['en', 'The river rose overnight and thousands of people had to leave their homes in the valley.'],
  ['es', 'El río creció durante la noche y miles de personas tuvieron que abandonar sus casas.'],
  ['fr', 'La rivière est montée pendant la nuit et des milliers de personnes ont dû quitter leurs maisons.'],
  ['de', 'Der Fluss stieg über Nacht an, und Tausende Menschen mussten ihre Häuser verlassen.'],
  ['it', 'Il fiume è salito durante la notte e migliaia di persone hanno dovuto lasciare le case.'],
  ['pt', 'O rio subiu durante a noite e milhares de pessoas tiveram de deixar as suas casas.'],
  ['nl', 'De rivier steeg in de nacht en duizenden mensen moesten hun huizen verlaten.'],
  ['sv', 'Floden steg under natten och tusentals människor tvingades lämna sina hem.'],
  ['pl', 'Rzeka wezbrała w nocy i tysiące ludzi musiało opuścić swoje domy.'],
  ['tr', 'Nehir gece boyunca yükseldi ve binlerce kişi evlerini terk etmek zorunda kaldı.'],
  ['vi', 'Nước sông dâng cao trong đêm và hàng nghìn người phải rời bỏ nhà cửa.'],
  ['ru', 'За ночь река поднялась, и тысячам людей пришлось покинуть свои дома.'],
  ['uk', 'За ніч річка піднялася, і тисячі людей були змушені залишити свої домівки.'],
  ['ar', 'ارتفع منسوب النهر ليلا واضطر آلاف الناس إلى ترك منازلهم في الوادي.'],
  ['fa', 'رودخانه شبانه بالا آمد و هزاران نفر مجبور شدند خانه‌های خود را ترک کنند.'],
  ['hi', 'नदी रात भर में चढ़ गई और हज़ारों लोगों को अपने घर छोड़ने पड़े।'],
  ['bn', 'রাতারাতি নদীর পানি বেড়ে যায় এবং হাজার হাজার মানুষকে ঘর ছাড়তে হয়।'],
  ['he', 'הנהר עלה במהלך הלילה ואלפי אנשים נאלצו לעזוב את בתיהם.'],
  ['el', 'Ο ποταμός φούσκωσε τη νύχτα και χιλιάδες άνθρωποι άφησαν τα σπίτια τους.'],
  ['ko', '밤새 강물이 불어나 수천 명의 주민이 집을 떠나야 했다.'],
  ['ja', '夜の間に川の水位が上がり、数千人の住民が避難した。'],
  ['zh', '河水一夜之间上涨,数千名居民被迫离开家园。'],
  ['zh', '河水一夜之間上漲,數千名居民被迫離開家園。'],
  ['th', 'แม่น้ำเอ่อล้นในตอนกลางคืน ประชาชนหลายพันคนต้องออกจากบ้าน'],
  ['km', 'ទឹកទន្លេឡើងខ្ពស់នៅពេលយប់ ប្រជាជនរាប់ពាន់នាក់ចាកចេញពីផ្ទះ'],
  ['lo', 'ນໍ້າຂຶ້ນສູງໃນຕອນກາງຄືນ ປະຊາຊົນຫຼາຍພັນຄົນຕ້ອງອອກຈາກເຮືອນ'],
  ['my', 'ညတွင်းချင်း မြစ်ရေတက်လာပြီး လူထောင်ပေါင်းများစွာ အိမ်မှထွက်ခွာခဲ့ရသည်'],
] as const

/** Any UTF-16, lone surrogates included. */
const anyString = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  .map((codes) => String.fromCharCode(...codes))

describe('detectLanguage', () => {
  it.each(SENTENCES)('detects %s', (language, sentence) => {
    expect(detectLanguage(sentence)).toBe(language)
  })

  it('uses the declared language only when the text is too short to detect', () => {
    expect(detectLanguage('Manila', 'es')).toBe('es')
    expect(detectLanguage('', 'pt-BR')).toBe('pt')
    expect(detectLanguage(SENTENCES[1][1], 'en')).toBe('es')
    expect(detectLanguage('台風', 'ja')).toBe('ja')
    expect(detectLanguage('台風')).toBe('zh')
  })

  it('ignores a hint for a language in another script', () => {
    expect(detectLanguage('태풍', 'en')).toBe('ko')
    expect(detectLanguage(SENTENCES[21][1], 'en-US')).toBe('zh')
  })

  it('uses the declared language to choose between closely related languages', () => {
    const sentence = 'Air sungai naik pada malam hari dan ribuan orang harus meninggalkan rumah mereka.'
    expect(detectLanguage(sentence, 'id')).toBe('id')
    expect(detectLanguage(sentence, 'en')).toBe('ms')
  })

  it('normalises language tags', () => {
    for (const [tag, language] of [
      ['EN_us', 'en'],
      ['nb-NO', 'no'],
      ['eng', 'en'],
      ['in', 'id'],
      ['x', 'und'],
      ['__proto__', 'und'],
      ['', 'und'],
    ]) {
      expect(detectLanguage('2013', tag)).toBe(language)
    }
  })

  it('detects the language of the article, not of the menu above it', () => {
    const menu = 'Home News Sport Weather Contact About us Privacy policy Terms of use '
    const article = 'Der Fluss stieg über Nacht an, und viele Menschen mussten ihre Häuser verlassen. '
    expect(detectLanguage(menu.repeat(2) + article.repeat(100))).toBe('de')
  })

  it('returns a language code for any string', () => {
    fc.assert(
      fc.property(anyString, fc.option(fc.string()), (text, hint) => {
        expect(detectLanguage(text, hint ?? undefined)).toMatch(/^([a-z]{2}|und)$/)
      }),
    )
    expect(detectLanguage('\ud800'.repeat(2000))).toBe('und')
  })
})
