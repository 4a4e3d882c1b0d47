/** `PORT` is replaced by the canary's. Each must be refused without a lookup, directly and through a proxy. */
export const LITERALS: readonly string[] = [
  ...['http://127.0.0.1:PORT/', 'https://127.0.0.1:PORT/', 'http://127.1:PORT/', 'http://127.0.1:PORT/'],
  ...['http://0:PORT/', 'http://0.0.0.0:PORT/', 'http://0x7f.1:PORT/', 'http://0x7f000001:PORT/'],
  ...['http://0177.0.0.1:PORT/', 'http://017700000001:PORT/', 'http://2130706433:PORT/'],
  ...['http://0X7F.0.0.1:PORT/', 'http://127.0x0.0.01:PORT/', 'http://0x7f.0x0.0x0.0x1:PORT/'],
  ...['http://①②⑦.0.0.1:PORT/', 'http://127。0。0。1:PORT/', 'http://127.0.0.1.:PORT/'],
  ...['http://１２７.０.０.１:PORT/', 'http://127．0．0．1:PORT/', 'http://𝟏𝟐𝟕.0.0.1:PORT/'],
  ...['http://127.0.0.1\u00ad:PORT/', 'http://127.0\u200b.0.1:PORT/', 'http://%6c%6f%63alhost:PORT/'],
  ...['http://%31%32%37.0.0.1:PORT/', 'http://127.0.0.2:PORT/', 'http://127.255.255.254:PORT/'],
  ...['http:\\\\127.0.0.1:PORT/', 'http:127.0.0.1:PORT', 'HTTP://127.0.0.1:PORT/'],
  ...[' http://127.0.0.1:PORT/\n', 'http:////127.0.0.1:PORT/', 'http:/\\127.0.0.1:PORT/'],
  ...['http://127.0.0.1:PORT\\@example.org/', 'http://example.org@127.0.0.1:PORT/'],
  ...['http://a:b@127.0.0.1:PORT/', 'http://example.org%40@127.0.0.1:PORT/', 'http://@127.0.0.1:PORT/'],
  ...['ht\ntp://127.0.0.1:PORT/', 'http://127.0.0.1:PORT#@example.org/', 'http://127.0.0.1:0PORT/'],
  ...['http://127.0.0.1:PORT?@example.org/', 'http://127.0.\t0.1:PORT/', 'http://a@b@127.0.0.1:PORT/'],
  ...['http://[::1]:PORT/', 'http://[0:0:0:0:0:0:0:1]:PORT/', 'http://[::]:PORT/', 'http://[0::0001]:PORT/'],
  ...['http://[::ffff:127.0.0.1]:PORT/', 'http://[::FFFF:7F00:1]:PORT/', 'http://[::ffff:7f00:1]:PORT/'],
  ...['http://[::127.0.0.1]:PORT/', 'http://[::7f00:1]:PORT/', 'http://[::ffff:a9fe:a9fe]/'],
  ...['http://[64:ff9b::7f00:1]:PORT/', 'http://[64:ff9b::127.0.0.1]:PORT/', 'http://[64:ff9b::a00:1]/'],
  ...['http://[64:ff9b:1::7f00:1]:PORT/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[2002:a9fe:a9fe::]/'],
  ...['http://[2002:7f00:1::]:PORT/', 'http://[2002:a00:1::1]/', 'http://[2001:0:7f00:1::]:PORT/'],
  ...['http://[2001:0:808:808::80ff:fffe]:PORT/', 'http://[2606:4700::5efe:127.0.0.1]:PORT/'],
  ...['http://[2606:4700::200:5efe:7f00:1]:PORT/', 'http://[::ffff:0:127.0.0.1]:PORT/'],
  ...['http://[fd00::1]:PORT/', 'http://[fe80::1]:PORT/', 'http://[fec0::1]:PORT/', 'http://[ff02::1]:PORT/'],
  ...['http://[2001:db8::1]:PORT/', 'http://[3fff::1]:PORT/', 'http://[fd00:ec2::254]:PORT/'],
  ...['http://10.0.0.1/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://0xa9fea9fe/', 'http://100.64.0.1/'],
  ...['http://100.100.100.200/', 'http://198.18.0.1/', 'http://198.19.255.255/', 'http://192.0.0.8/'],
  ...['http://192.0.0.192/', 'http://192.0.2.1/', 'http://198.51.100.1/', 'http://203.0.113.1/'],
  ...['http://192.88.99.1/', 'http://224.0.0.1/', 'http://240.0.0.1/', 'http://255.255.255.255/'],
  ...['http://168.63.129.16/', 'http://168.63.129.16:PORT/', 'http://[::ffff:168.63.129.16]/'],
  ...['http://[64:ff9b::168.63.129.16]/', 'http://0xa83f8110/', 'http://[fd20:ce::254]/'],
  ...['http://169.254.169.253/', 'http://169.254.170.2/', 'http://169.254.0.23/', 'http://192.0.0.192/'],
  ...['http://localhost:PORT/', 'http://LOCALHOST:PORT/', 'http://localhost.:PORT/'],
  ...['http://a.localhost:PORT/', 'http://a.localhost.:PORT/', 'http://ｌｏｃａｌｈｏｓｔ:PORT/'],
]

/** Each must be refused because it is not an http or https URL. */
export const NOT_WEB: readonly string[] = [
  ...['file:///etc/passwd', 'file://127.0.0.1/etc/passwd', 'ftp://127.0.0.1:PORT/', 'FILE:/etc/passwd'],
  ...['gopher://127.0.0.1:PORT/_GET%20/', 'dict://127.0.0.1:PORT/', 'ldap://127.0.0.1:PORT/'],
  ...['data:text/html,hello', 'javascript:alert(1)', 'blob:http://127.0.0.1:PORT/x', 'ws://127.0.0.1:PORT/'],
  ...['view-source:http://127.0.0.1:PORT/', 'jar:http://127.0.0.1:PORT/!/', 'about:blank', 'netdoc:///x'],
  ...['mailto:a@example.org', '//127.0.0.1:PORT/', '/etc/passwd', '', 'http://', 'http:///'],
  ...['http://[::1', 'http://127.0.0.1:99999/', 'http://exa mple.org/', 'http://1.2.3.4.5/', 'http://256.1/'],
  ...[
    'http://[fe80::1%25eth0]:PORT/',
    'http://[::1%25lo]:PORT/',
    'http://[::1%lo]:PORT/',
    'http://0x100.1.1.1.1/',
  ],
  ...['http://[127.0.0.1]:PORT/', 'http://[::ffff:127.1]:PORT/', 'http://127.0.0.1:PORT:80/'],
  ...['http://name.test:25/', 'http://name.test:22/', 'http://name.test:6667/', 'https://name.test:6000/'],
]

/** DNS answers for which a name must be refused. */
export const ANSWERS: readonly (readonly string[])[] = [
  ...[['127.0.0.1'], ['::1'], ['10.1.2.3'], ['172.20.0.1'], ['192.168.0.1'], ['169.254.169.254']],
  ...[['100.64.0.1'], ['198.18.0.1'], ['192.0.0.8'], ['0.0.0.0'], ['::'], ['224.0.0.1'], ['255.255.255.255']],
  ...[['168.63.129.16'], ['93.184.216.34', '168.63.129.16'], ['100.100.100.200']],
  ...[['fd00::1'], ['fe80::1'], ['fec0::1'], ['ff02::1'], ['2001:db8::1']],
  ...[['::ffff:127.0.0.1'], ['::ffff:7f00:1'], ['::7f00:1'], ['64:ff9b::7f00:1'], ['2002:7f00:1::']],
  ...[['2001:0:7f00:1::'], ['2001:0:808:808::80ff:fffe'], ['2606:4700::5efe:7f00:1']],
  ...[
    ['93.184.216.34', '127.0.0.1'],
    ['127.0.0.1', '93.184.216.34'],
    ['93.184.216.34', 'fd00::1'],
  ],
  ...[
    ['2606:4700::1111', '::1'],
    ['93.184.216.34', '2606:4700::1111', '::ffff:10.0.0.1'],
  ],
]
