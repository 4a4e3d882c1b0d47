/** Drawn on a grid of 24, with lines only. */
const DRAWINGS = {
  add: 'M12 5v14M5 12h14',
  remove: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  close: 'M6 6l12 12M18 6L6 18',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  library: 'M5 4h4v16H5zM11 4h4v16h-4zM17 5l3-1 2 15-3 1z',
  lab: 'M9 3h6M10 3v6l-5 10a1.500 1.500 0 0 0 1.500 2h11a1.500 1.500 0 0 0 1.500-2l-5-10V3M7.500 15h9',
  event: 'M5 5h14v15H5zM5 10h14M9 3v4M15 3v4M12 13v4M10 15h4',
  crawl: 'M12 3v3M12 18v3M3 12h3M18 12h3M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  map: 'M9 4L3 6.500V20l6-2.500 6 2.500 6-2.500V4l-6 2.500zM9 4v13.500M15 6.500V20',
  timeline: 'M4 20h16M6 20v-6M10 20V8M14 20v-9M18 20V5',
  sources: 'M4 6h16v4H4zM4 14h16v4H4zM8 8h.01M8 16h.01',
  graph: 'M6 6a2 2 0 1 0 0-.01M18 8a2 2 0 1 0 0-.01M9 19a2 2 0 1 0 0-.01M8 7l8 1M7 8l2 9M16.500 9.500l-6 8',
  summary: 'M6 3h9l4 4v14H6zM9 9h6M9 13h7M9 17h5',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13M15.500 15.500L21 21',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  menu: 'M4 7h16M4 12h16M4 17h16',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M6 6h12v12H6z',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  leave: 'M10 4H5v16h5M15 8l4 4-4 4M9 12h10',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  check: 'M5 12.500l5 5L20 7',
  warning: 'M12 4L2.500 20h19zM12 10v5M12 17.500h.01',
  compare: 'M8 4v16M16 4v16M4 8l4-4 4 4M12 16l4 4 4-4',
} as const

export type IconName = keyof typeof DRAWINGS

/** Decoration beside text, or inside a button that has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon-picture" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  )
}
