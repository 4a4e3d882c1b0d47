import { escapeHtml } from '../../../html/escape-html.ts'
import { headOf, visibleDate } from './head.ts'
import { labelOf } from './labels.ts'
import { AD_HOST, type Link } from './links.ts'
import { anchor, type PageModel } from './markup.ts'
import type { ThemeName } from './sites.ts'

/** Class names in the spelling of three families of content management systems. */
const CLASSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  html5: {
    wrap: 'page',
    nav: 'site-nav',
    story: 'article',
    body: 'article__body',
    meta: 'article__meta',
    list: 'card-list',
    item: 'card',
    side: 'sidebar',
    box: 'module',
    tools: 'share-bar',
    comments: 'comments',
  },
  blog: {
    wrap: 'hfeed site',
    nav: 'main-navigation',
    story: 'post type-post hentry',
    body: 'entry-content',
    meta: 'entry-meta',
    list: 'posts',
    item: 'post-summary',
    side: 'widget-area',
    box: 'widget',
    tools: 'sharedaddy',
    comments: 'comments-area',
  },
  portal: {
    wrap: 'wrapper clearfix',
    nav: 'channel-nav',
    story: 'detail',
    body: 'detail-content',
    meta: 'detail-info',
    list: 'news-list',
    item: 'news-item',
    side: 'right-col',
    box: 'mod',
    tools: 'tool-box',
    comments: 'comment-box',
  },
}

function classes(theme: ThemeName): (name: string) => string {
  const known = CLASSES[theme] ?? CLASSES.html5!
  return (name) => known[name] ?? name
}

/** Modern markup: header, nav, main, article, aside, footer. */
export function renderHtml5(model: PageModel): string {
  const { site } = model
  const css = classes(site.theme)
  const label = (key: string): string => labelOf('ui', key, site.language)
  const list = (links: readonly Link[]): string =>
    `<ul>\n${links.map((link) => `<li>${anchor(site, link)}</li>`).join('\n')}\n</ul>`
  const boxes = (groups: PageModel['sidebars'], tag: string): string =>
    groups
      .map(
        ({ title, links }) =>
          `<${tag} class="${css('box')}"><h3>${escapeHtml(title)}</h3>${list(links)}</${tag}>`,
      )
      .join('\n')
  const article = [
    `<article class="${css('story')}">`,
    `<h1>${escapeHtml(model.heading)}</h1>`,
    `<div class="${css('meta')}"><span class="author">${escapeHtml(label('by'))} ${escapeHtml(model.byline)}</span> <span class="date">${visibleDate(model)}</span></div>`,
    `<figure><img src="/static/img/${model.url.length % 40}.jpg" alt="" width="800" height="450"></figure>`,
    `<div class="${css('body')}">`,
    ...model.paragraphs.map((paragraph, i) =>
      i === 3 ? `${advert(label('ad'))}\n<p>${paragraph}</p>` : `<p>${paragraph}</p>`,
    ),
    '</div>',
    model.tags.length > 0
      ? `<div class="tags">${model.tags.map((tag) => anchor(site, tag, 'tag')).join(' ')}</div>`
      : '',
    `<div class="${css('tools')}">${model.tools.map((tool) => anchor(site, tool)).join(' ')}</div>`,
    '</article>',
  ]
  const index = [
    `<h1>${escapeHtml(model.heading)}</h1>`,
    ...model.paragraphs.map((paragraph) => `<p class="intro">${paragraph}</p>`),
    `<div class="${css('list')}">`,
    ...model.items.map(
      (item) =>
        `<div class="${css('item')}"><h2>${anchor(site, item)}</h2>${item.teaser ? `<p>${escapeHtml(item.teaser)}</p>` : ''}</div>`,
    ),
    '</div>',
    model.tags.length > 0
      ? `<div class="tags">${model.tags.map((tag) => anchor(site, tag, 'tag')).join(' ')}</div>`
      : '',
  ]
  return [
    '<!DOCTYPE html>',
    `<html lang="${site.language === 'zh' ? 'zh-CN' : site.language}">`,
    `<head>\n${headOf(model)}\n</head>`,
    `<body class="${model.kind}">`,
    `<div class="cookie-banner" role="dialog"><p>${label('cookies')}</p><button>OK</button></div>`,
    `<div class="${css('wrap')}">`,
    `<header><div class="logo">${anchor(site, { url: `http://${site.host}/`, text: site.name })}</div><nav class="${css('nav')}">${list(model.nav)}</nav></header>`,
    model.crumbs.length > 0
      ? `<nav class="breadcrumb">${model.crumbs.map((crumb) => anchor(site, crumb)).join(' &raquo; ')}</nav>`
      : '',
    '<main>',
    ...(model.kind === 'article' ? article : index),
    model.pager.length > 0
      ? `<nav class="pagination">${model.pager.map((link) => anchor(site, link)).join(' ')}</nav>`
      : '',
    boxes(model.groups, 'section'),
    model.comments.length > 0
      ? `<section class="${css('comments')}"><h3>${label('comments')}</h3>${model.comments.map((text) => `<div class="comment"><p>${escapeHtml(text)}</p></div>`).join('\n')}</section>`
      : '',
    '</main>',
    `<aside class="${css('side')}">\n${advert(label('ad'))}\n${boxes(model.sidebars, 'div')}\n<div class="newsletter">${label('subscribe')}</div></aside>`,
    `<footer>${list(model.footer)}<p>&copy; 2025 ${escapeHtml(site.name)}. ${label('rights')}</p></footer>`,
    '</div>\n</body>\n</html>\n',
  ].join('\n')
}

function advert(label: string): string {
  return `<div class="ad-slot" data-slot="mpu"><span>${label}</span><a href="http://${AD_HOST}/click?id=${label.length}" rel="sponsored nofollow"><img src="http://${AD_HOST}/banner.gif" alt=""></a></div>`
}
