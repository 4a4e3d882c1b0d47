import { escapeHtml } from '../../../html/escape-html.ts'
import { headOf, visibleDate } from './head.ts'
import { labelOf } from './labels.ts'
import { AD_HOST, type Link } from './links.ts'
import { anchor, type PageModel } from './markup.ts'

/** Nested divs without semantics: paragraphs are never closed, and a malformed site leaves more errors. */
export function renderTagSoup(model: PageModel): string {
  const { site } = model
  const broken = site.quirks.has('malformed')
  const label = (key: string): string => labelOf('ui', key, site.language)
  const links = (list: readonly Link[], css: string): string =>
    list.map((link) => `<div class="${css}"><span>&#8226;</span> ${anchor(site, link)}</div>`).join('\n')
  const boxes = (groups: PageModel['sidebars']): string =>
    groups
      .map(
        ({ title, links: own }) =>
          `<div class="box"><div class="boxtitle"><b>${escapeHtml(title)}</b></div>\n${links(own, 'bx')}</div>`,
      )
      .join('\n')
  const story = [
    `<div class="t1">${escapeHtml(model.heading)}</div>`,
    `<div class="t2"><font color=gray>${visibleDate(model)} ${escapeHtml(model.byline)}</font></div>`,
    `<div class="txt">`,
    ...model.paragraphs.map((paragraph) => (broken ? `<p>${paragraph}<br>` : `<p>${paragraph}`)),
    broken ? '<b><i>' : '</div>',
    `<div class="kw">${model.tags.map((tag) => anchor(site, tag)).join(', ')}</div>`,
    `<div class="tl">${model.tools.map((tool) => anchor(site, tool)).join(' | ')}</div>`,
  ]
  const index = [
    `<div class="t1">${escapeHtml(model.heading)}</div>`,
    ...model.paragraphs.map((paragraph) => `<div class="in">${paragraph}</div>`),
    ...model.items.map(
      (item) =>
        `<div class="r"><div class="h">${anchor(site, item)}</div><div class="d">${escapeHtml(item.teaser ?? '')}</div></div>`,
    ),
    `<div class="kw">${model.tags.map((tag) => anchor(site, tag)).join(', ')}</div>`,
  ]
  return [
    broken ? '<html>' : '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html>',
    `<head>\n${headOf(model)}\n${broken ? '' : '</head>'}`,
    `<body bgcolor=#ffffff${broken ? ' onload="init(' : ''}>`,
    `<div id=top><div class="lg">${anchor(site, { url: `http://${site.host}/`, text: site.name })}</div><div class="mn">${model.nav.map((link) => anchor(site, link)).join(' ')}</div></div>`,
    `<div id="c1"><div class="cr">${model.crumbs.map((crumb) => anchor(site, crumb)).join(' &gt; ')}</div>`,
    ...(model.kind === 'article' ? story : index),
    `<div class="pg">${model.pager.map((link) => anchor(site, link)).join(' ')}</div>`,
    boxes(model.groups),
    model.comments.map((text) => `<div class="cm">${escapeHtml(text)}</div>`).join('\n'),
    broken ? '</span></td>' : '</div>',
    `<div id="c2">${boxes(model.sidebars)}<div class="box"><a href="http://${AD_HOST}/click?id=3" rel=nofollow>${label('ad')}</a></div></div>`,
    `<div id=ft>${model.footer.map((link) => anchor(site, link)).join(' | ')}<br>&copy; 2025 ${escapeHtml(site.name)}</div>`,
    broken ? '' : '</body></html>',
  ].join('\n')
}

/** Table layout, as on old portals. */
export function renderTable(model: PageModel): string {
  const { site } = model
  const rows = (list: readonly Link[]): string =>
    list.map((link) => `<tr><td class="small">${anchor(site, link)}</td></tr>`).join('\n')
  const boxes = (groups: PageModel['sidebars']): string =>
    groups
      .map(
        ({ title, links }) =>
          `<table width="100%" border="0"><tr><th>${escapeHtml(title)}</th></tr>\n${rows(links)}</table>`,
      )
      .join('\n')
  const story = `<h1>${escapeHtml(model.heading)}</h1><p class="info">${visibleDate(model)} ${escapeHtml(model.byline)}</p>
${model.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<p>${model.tags.map((tag) => anchor(site, tag)).join(' ')}</p><p>${model.tools.map((tool) => anchor(site, tool)).join(' ')}</p>`
  const index = `<h1>${escapeHtml(model.heading)}</h1>${model.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<table width="100%">${model.items.map((item) => `<tr><td>${anchor(site, item)}</td><td>${escapeHtml(item.teaser ?? '')}</td></tr>`).join('\n')}</table><p>${model.tags.map((tag) => anchor(site, tag)).join(' ')}</p>`
  return [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    `<html xmlns="http://www.w3.org/1999/xhtml"${site.language === 'zh' ? ' lang="zh-CN"' : ''}>`,
    `<head>\n${headOf(model)}\n</head>`,
    '<body><center><table width="980" cellpadding="0" cellspacing="0" border="0">',
    `<tr><td colspan="2">${anchor(site, { url: `http://${site.host}/`, text: site.name })}</td></tr>`,
    `<tr><td colspan="2" class="menu">${model.nav.map((link) => anchor(site, link)).join(' | ')}</td></tr>`,
    `<tr><td valign="top" width="680">${model.crumbs.map((crumb) => anchor(site, crumb)).join(' &gt; ')}`,
    model.kind === 'article' ? story : index,
    `<p>${model.pager.map((link) => anchor(site, link)).join(' ')}</p>`,
    boxes(model.groups),
    `</td><td valign="top" width="300">${boxes(model.sidebars)}</td></tr>`,
    `<tr><td colspan="2" align="center">${model.footer.map((link) => anchor(site, link)).join(' | ')}<br />Copyright 2025 ${escapeHtml(site.name)}</td></tr>`,
    '</table></center></body></html>',
  ].join('\n')
}
