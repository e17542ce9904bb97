/** The report's style sheet: light, for screen and paper. Figures take their colours from their own fallbacks. */
export const STYLE = `
:root { color-scheme: light; --ink: #17211f; --muted: #5b6765; --line: #dde4e2; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--ink); font: 15px/1.5 Inter, system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 32px 0 8px; }
h3 { font-size: 15px; margin: 20px 0 4px; }
h4 { font-size: 13px; margin: 10px 0 2px; color: var(--muted); }
p { margin: 4px 0; overflow-wrap: anywhere; }
ul { margin: 2px 0; padding-left: 20px; }
small { color: var(--muted); font-weight: 400; font-size: 12px; }
.kicker, .facts { color: var(--muted); margin: 0; }
.verdict { border-left: 5px solid; padding: 12px 16px; margin: 20px 0; background: #f6f8f7; font-size: 17px; }
.verdict h2 { margin: 0; font-size: 20px; }
.verdict.good { border-color: #2c7a5b; } .verdict.bad { border-color: #b5481f; } .verdict.open { border-color: #6b7673; }
.failure { color: #9c2b10; }
.pair { display: flex; flex-wrap: wrap; gap: 16px; }
figure { margin: 12px 0; } figcaption { font-size: 13px; font-weight: 600; } svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; width: 100%; }
th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--line); white-space: nowrap; }
.protocol th, .protocol td { text-align: left; white-space: normal; vertical-align: top; overflow-wrap: anywhere; }
.protocol th { width: 200px; color: var(--muted); font-weight: 500; }
article { break-inside: avoid; border-top: 1px solid var(--line); }
@media print { main { padding: 0; max-width: none; } figure, tr { break-inside: avoid; } }
`;
