/** Style of the page, light and dark, without external resources. */
export const STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --soft: #59636e; --line: #d5dae0; --best: #0f7b4f;
  --c0: #0b62a8; --c1: #c2410c; --c2: #0f7b4f; --c3: #8e3ba8; --c4: #8a5a00; --c5: #b0186e; --c6: #0e7490; --c7: #4b5563; }
@media (prefers-color-scheme: dark) { :root { --back: #14171b; --text: #e7eaee; --soft: #a3adb8; --line: #3a424c; --best: #5fd39a;
  --c0: #6cb6ff; --c1: #ff9966; --c2: #5fd39a; --c3: #d3a0f0; --c4: #e3b341; --c5: #ff86c0; --c6: #56c8dc; --c7: #b4bcc8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1180px; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 40px 0 8px; } p { max-width: 80ch; }
.soft, figcaption { color: var(--soft); } .warning { border-left: 4px solid var(--c1); padding: 4px 12px; }
figure { margin: 0; overflow-x: auto; } svg { width: 100%; min-width: 640px; height: auto; font: 12px system-ui, sans-serif; }
.grid line { stroke: var(--line); } .grid text { fill: var(--soft); } .end text { fill: var(--text); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .leader { stroke-width: 1; opacity: .5; }
.hit { fill: none; stroke: transparent; stroke-width: 12; } .band { opacity: .07; }
.some-lit .series { opacity: .12; } .some-lit .series.lit { opacity: 1; } .lit .band { opacity: .25; } .lit .line { stroke-width: 3; }
.legend { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 0; padding: 0; list-style: none; }
.legend button { display: flex; align-items: center; gap: 6px; padding: 3px 9px; border: 1px solid var(--line); border-radius: 6px;
  background: none; color: inherit; font: inherit; cursor: pointer; } .legend svg { width: 28px; min-width: 0; height: 8px; }
.legend button[aria-pressed="true"] { border-color: var(--text); } :focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
caption { text-align: left; color: var(--soft); padding: 4px 0; } th, td { padding: 4px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { text-align: right; vertical-align: bottom; } th[scope="row"], thead th:first-child { text-align: left; font-weight: 600; } td { text-align: right; }
td.best { color: var(--best); font-weight: 700; } td small { color: var(--soft); font-size: 12px; } tr.stage th { padding-top: 14px; color: var(--soft); }
tbody tr:hover { background: color-mix(in srgb, var(--line) 35%, transparent); }
pre { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
dt { font-weight: 600; } dd { margin: 0 0 8px; overflow-wrap: anywhere; } summary { cursor: pointer; margin: 8px 0; }
`

/** Highlights one strategy in all charts while it is hovered or focused, or permanently when its button is pressed. */
export const SCRIPT = `
const all = document.querySelectorAll('[data-s]')
let held = null
const light = (s) => {
  document.body.classList.toggle('some-lit', s !== null)
  for (const one of all) one.classList.toggle('lit', one.dataset.s === s)
}
for (const one of all) {
  one.addEventListener('mouseenter', () => light(one.dataset.s))
  one.addEventListener('mouseleave', () => light(held))
  one.addEventListener('focusin', () => light(one.dataset.s))
  one.addEventListener('focusout', () => light(held))
}
for (const button of document.querySelectorAll('.legend button')) button.addEventListener('click', () => {
  held = held === button.dataset.s ? null : button.dataset.s
  for (const other of document.querySelectorAll('.legend button')) other.setAttribute('aria-pressed', String(other.dataset.s === held))
  light(held)
})
`
