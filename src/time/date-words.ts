import type { DateRole } from '../html/date-names.ts'

const PUBLISHED =
  /publish|posted|submitted|released|veröffentlicht|publiziert|erstellt|erschienen|gepostet|publi[eé]|mis en ligne|paru le|créé|publicad|postado|pubblicat|gepubliceerd|geplaatst|opublikowan|dodano|publicerad|publisert|udgivet|offentliggjort|julkaistu|zveřejněno|publikov|megjelent|közzétéve|δημοσι|опубликован|опубліковано|yayın|diterbitkan|đăng|نُ?شر|منتشر|פורסם|प्रकाशित|เผยแพร่|公開|掲載|投稿|配信|发布|發布|发表|發表|刊登|등록|입력|게시/giu
const MODIFIED =
  /updat|modif|edited|changed|revis|aktualisier|geändert|änderung|bearbeitet|stand\b|mis à jour|mise à jour|actualizad|atualizad|editado|aggiornat|bijgewerkt|gewijzigd|aktualizac|zaktualizowan|zmodyfikowan|uppdaterad|oppdatert|opdateret|päivitetty|aktualizov|frissít|ενημέρ|обновлен|изменен|оновлено|güncel|diperbarui|cập nhật|تحديث|עודכן|अपडेट|แก้ไข|更新|修改|수정/giu
/** Words of dates other than publication. */
const OTHER =
  /©|\(c\)|copyright|urheber|since|until|born|died|deadline|expire|valid|access|retriev|archived|joined|member|registered|geboren|gestorben|\bseit\b|\bbis\b|abgerufen|zugriff|mitglied|registriert|angemeldet|gültig|termin|veranstaltung|depuis|jusqu|consulté|desde|hasta|consultad|nacid|fino al|sinds|geraadpleegd|dołączył|截至|截止|出生|生まれ|event|konzert|uhr bis/iu

/** The role of a date by the words before it; null when it is the date of something else. */
export function roleOfWords(words: string): DateRole | null {
  const near = words.slice(-60)
  if (near.trim() === '') return 'unclear'
  const published = lastIndex(PUBLISHED, near)
  const modified = lastIndex(MODIFIED, near)
  if (published === -1 && modified === -1) return OTHER.test(near.slice(-35)) ? null : 'unclear'
  return published >= modified ? 'published' : 'modified'
}

function lastIndex(pattern: RegExp, text: string): number {
  let index = -1
  for (const match of text.matchAll(pattern)) index = match.index
  return index
}
