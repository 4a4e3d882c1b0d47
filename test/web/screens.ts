/** Every screen of the application, over a collection called `example`: a new screen is audited and pictured by one line here. */
export const SCREENS = [
  ['home', '/'],
  ['new-event', '/events/new'],
  ['event', '/c/example/event'],
  ['crawl', '/c/example/crawl'],
  ['library', '/library?in=example&q=typhoon'],
  ['page', '/c/example/pages/1'],
  ['sources', '/c/example/sources'],
  ['map', '/c/example/map'],
  ['timeline', '/c/example/timeline'],
  ['graph', '/c/example/graph'],
  ['summary', '/c/example/summary'],
  ['compare', '/compare?in=example'],
  ['lab', '/lab'],
] as const
