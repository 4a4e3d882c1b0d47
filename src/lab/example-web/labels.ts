import type { Language } from './calendar.ts'

/** The words of page furniture, by language. `section-slug` is how a section is spelt in an address. */
const LABELS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'section.nation': 'National', 'section.world': 'World', 'section.politics': 'Politics', 'section.business': 'Business',
    'section.sport': 'Sport', 'section.life': 'Life', 'section.science': 'Science', 'section.weather': 'Weather',
    'subject.storm': 'Tropical storms', 'subject.quake': 'Earthquakes', 'subject.flood': 'Floods', 'subject.fire': 'Wildfires', 'subject.shooting': 'Shootings',
    'subject.election': 'Elections', 'subject.festival': 'Festivals', 'subject.project': 'Public works', 'subject.mining': 'Mining', 'subject.health': 'Health',
    'ui.home': 'Home', 'ui.latest': 'Latest headlines', 'ui.popular': 'Most read', 'ui.related': 'Related stories', 'ui.archive': 'Archive',
    'ui.older': 'Older', 'ui.newer': 'Newer', 'ui.print': 'Print this page', 'ui.share': 'Share', 'ui.by': 'By', 'ui.published': 'Published',
    'ui.special': 'Special coverage', 'ui.live': 'Live updates', 'ui.comments': 'Comments', 'ui.cookies': 'We use cookies to improve your experience. Accept all or choose your settings.',
    'ui.partners': 'Partner sites', 'ui.read': 'Read more', 'ui.subscribe': 'Subscribe to our newsletter', 'ui.rights': 'All rights reserved.', 'ui.ad': 'Advertisement',
    'ui.calendar': 'Events calendar', 'ui.gallery': 'Photo gallery', 'ui.missing': 'Page not found', 'ui.elsewhere': 'Elsewhere on the web', 'ui.search': 'Browse all stories',
    'ui.previous': 'Previous story', 'ui.next': 'Next story', 'ui.document': 'Situation report (PDF)', 'ui.wire': 'News agency',
  },
  zh: {
    'section.nation': '国内', 'section.world': '国际', 'section.politics': '时政', 'section.business': '财经', 'section.sport': '体育', 'section.life': '文娱', 'section.science': '科技', 'section.weather': '天气',
    'section-slug.nation': 'guonei', 'section-slug.world': 'guoji', 'section-slug.politics': 'shizheng', 'section-slug.business': 'caijing', 'section-slug.sport': 'tiyu', 'section-slug.life': 'wenyu', 'section-slug.science': 'keji', 'section-slug.weather': 'tianqi',
    'subject.storm': '台风', 'subject.quake': '地震', 'subject.flood': '洪水', 'subject.fire': '山火', 'subject.shooting': '枪击', 'subject.election': '选举', 'subject.festival': '节庆', 'subject.project': '工程', 'subject.mining': '采矿', 'subject.health': '健康',
    'ui.home': '首页', 'ui.latest': '最新消息', 'ui.popular': '热门阅读', 'ui.related': '相关新闻', 'ui.archive': '往期', 'ui.older': '下一页', 'ui.newer': '上一页', 'ui.print': '打印本页', 'ui.share': '分享', 'ui.by': '', 'ui.published': '发布时间',
    'ui.special': '专题', 'ui.live': '滚动直播', 'ui.comments': '网友评论', 'ui.cookies': '本网站使用缓存以改善浏览体验。', 'ui.partners': '友情链接', 'ui.read': '详细', 'ui.subscribe': '订阅', 'ui.rights': '版权所有 未经许可不得转载', 'ui.ad': '广告',
    'ui.calendar': '活动日历', 'ui.gallery': '图片', 'ui.missing': '页面不存在', 'ui.elsewhere': '其他媒体', 'ui.search': '全部新闻', 'ui.previous': '上一篇', 'ui.next': '下一篇', 'ui.document': '灾情通报（PDF）', 'ui.wire': '来源',
  },
  es: {
    'section.nation': 'Nacional', 'section.world': 'Mundo', 'section.politics': 'Política', 'section.business': 'Economía', 'section.sport': 'Deportes', 'section.life': 'Cultura', 'section.science': 'Ciencia', 'section.weather': 'Tiempo',
    'section-slug.nation': 'nacional', 'section-slug.world': 'mundo', 'section-slug.politics': 'politica', 'section-slug.business': 'economia', 'section-slug.sport': 'deportes', 'section-slug.life': 'cultura', 'section-slug.science': 'ciencia', 'section-slug.weather': 'tiempo',
    'subject.storm': 'Ciclones', 'subject.quake': 'Terremotos', 'subject.flood': 'Inundaciones', 'subject.fire': 'Incendios', 'subject.shooting': 'Tiroteos',
    'ui.home': 'Inicio', 'ui.latest': 'Últimas noticias', 'ui.popular': 'Lo más leído', 'ui.related': 'Relacionadas', 'ui.archive': 'Hemeroteca', 'ui.older': 'Anteriores', 'ui.newer': 'Siguientes', 'ui.by': 'Por', 'ui.published': 'Publicado',
  },
  tl: {
    'section.nation': 'Bansa', 'section.world': 'Daigdig', 'section.sport': 'Palakasan', 'section.business': 'Negosyo', 'section.weather': 'Panahon',
    'subject.storm': 'Bagyo', 'subject.quake': 'Lindol', 'subject.flood': 'Baha', 'ui.home': 'Tahanan', 'ui.latest': 'Pinakabago', 'ui.related': 'Kaugnay', 'ui.by': 'Ni',
  },
}

/** A word of furniture; falls back to English, then to the key itself (sections are spelt as they are named). */
export function labelOf(group: string, key: string, language: Language): string {
  const name = `${group}.${key}`
  for (const labels of [LABELS[language], LABELS.en]) if (Object.hasOwn(labels, name)) return labels[name]!
  return key
}
