// The style of the pages: calm, light and dark, on paper and on a phone. No picture or font comes from elsewhere.
import { Markup } from "./markup.js";

const LIGHT = `
--back:#fafaf8;--card:#fff;--text:#1c2225;--soft:#566066;--line:#dcdfdd;--link:#15599c;
--good:#17683a;--bad:#b3261e;--warn:#7d4e00;--bad-back:#fcebe9;--warn-back:#fdf3e0;--bar:#9db7d3;
--blue:#15599c;--green:#17683a;--red:#b3261e;--grey:#6b757b`;

const DARK = `
--back:#14181a;--card:#1b2023;--text:#e6eaec;--soft:#a3aeb3;--line:#343c40;--link:#8bbcf2;
--good:#7ed6a0;--bad:#ff9c92;--warn:#f1bd6d;--bad-back:#3a2120;--warn-back:#352b1a;--bar:#41658b;
--blue:#8bbcf2;--green:#7ed6a0;--red:#ff9c92;--grey:#97a2a7`;

const BASE = `
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;word-break:normal}
header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1.75rem;line-height:1.2;margin:.1rem 0 .4rem;font-weight:650}
h2{font-size:1.2rem;margin:2.6rem 0 .8rem;padding-bottom:.35rem;border-bottom:1px solid var(--line);font-weight:650}
h3{font-size:1.02rem;margin:1.6rem 0 .5rem;font-weight:650}
h4{font-size:1rem;margin:1.2rem 0 .5rem}
p{margin:.4rem 0}
a{color:var(--link)}
.soft,figcaption,caption,footer,.eyebrow{color:var(--soft)}
.eyebrow{font-size:.85rem;letter-spacing:.04em;margin:0}
.meta{font-size:.9rem;color:var(--soft)}
.lead{font-size:1.15rem;line-height:1.45;margin:.8rem 0 0;max-width:46rem}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}
.small,small{font-size:.87rem}
.alert{margin:.8rem 0;max-width:52rem}.alert .warnings{margin:.3rem 0}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;padding:0;margin:1rem 0 0;font-size:.92rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}`;

const PARTS = `
.old{color:var(--soft);font-weight:400}
.arrow{color:var(--soft);font-weight:400;padding:0 .15em}
.scroll{overflow-x:auto;max-width:100%;margin:.8rem 0}
table{border-collapse:collapse;font-size:.92rem;width:100%}
caption{text-align:left;padding:0 0 .4rem;font-size:.9rem}
th,td{padding:.32rem .7rem .32rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{color:var(--soft);font-weight:500}
tbody th{font-weight:500;min-width:5rem}.stack tbody th:not(.n){min-width:9rem}td.words{min-width:9rem}table.small{width:auto}table.small td{padding-left:1rem}
td.n,th.n{text-align:right;white-space:nowrap}thead th.n,td.n small{white-space:normal}
ul.warnings{list-style:none;margin:0;padding:0}
ul.warnings>li{border-left:4px solid var(--line);padding:.45rem .8rem;margin:.5rem 0;background:var(--card)}
ul.warnings>li.bad{border-color:var(--bad);background:var(--bad-back);color:var(--text)}
ul.warnings>li.warning{border-color:var(--warn);background:var(--warn-back)}
ul.warnings b{font-weight:650}
.weight{font-size:.82rem;font-weight:650;margin-right:.4rem}
.bad .weight{color:var(--bad)}.warning .weight{color:var(--warn)}.note .weight{color:var(--soft)}
code,pre{font:.87em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:.2rem 0 .6rem;padding:.4rem .6rem;background:var(--card);border:1px solid var(--line);border-radius:.3rem;overflow-x:auto;white-space:pre;max-width:52rem}.typed{white-space:nowrap}
article.bot{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.9rem 1.1rem;margin:.9rem 0}
article.bot h3,article.bot h4{margin:0 0 .15rem}
.pill{display:inline-block;font-size:.8rem;font-weight:600;border:1px solid currentColor;border-radius:1rem;padding:.02rem .6rem;margin:0 .4rem .2rem 0;white-space:nowrap}
dl.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));gap:.5rem 1rem;margin:.7rem 0}
dl.figures dt{font-size:.85rem;color:var(--soft)}dl.figures dd{margin:0}
details>summary{cursor:pointer;color:var(--link);padding:.25rem 0}
figure{margin:.6rem 0;min-width:0}
figcaption{font-size:.87rem;margin-top:.3rem}.aside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.5rem 1.5rem;align-items:start}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.5rem 1.5rem;align-items:start}
.pair:has(>.scroll){display:flex;flex-wrap:wrap}.pair>figure{flex:1 1 20rem}.pair>.scroll{flex:1 1 auto}
svg{display:block;width:100%;height:auto;max-width:33rem;overflow:hidden}
footer{margin-top:3rem;padding-bottom:2rem;font-size:.87rem}
footer p{border-top:1px solid var(--line);padding-top:.8rem}`;

const PICTURES = `
svg text{font:10.5px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--text)}
svg.ladder text{paint-order:stroke;stroke:var(--card);stroke-width:2.5px}svg text.soft{fill:var(--soft)}svg text.tp{fill:var(--green)}svg text.avg{fill:var(--blue)}svg text.liq{fill:var(--red)}
svg .axis{stroke:var(--line);stroke-width:1;fill:none}
svg .bar{fill:var(--bar)}
svg .never{fill:none;stroke:var(--red);stroke-width:1;stroke-dasharray:2 2}
svg .line{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
svg .line.tp{stroke:var(--green)}svg .line.avg{stroke:var(--blue)}svg .line.liq{stroke:var(--red)}
svg .line.prices{stroke:var(--grey);stroke-width:1;stroke-dasharray:1 3}
svg .line.faint{opacity:.75;stroke-dasharray:4 3;stroke-width:1.3}
svg .dot{fill:var(--grey)}svg .dot.tp{fill:var(--green)}svg .dot.avg{fill:var(--blue)}svg .dot.liq{fill:var(--red)}
svg .end{stroke:var(--red);stroke-width:1.5}
svg .level{stroke:var(--grey);stroke-width:1;stroke-dasharray:6 3}`;

const ELSEWHERE = `
@media (max-width:36rem){header,main,footer{padding-left:1rem;padding-right:1rem}h1{font-size:1.3rem}article.bot{padding:.8rem .8rem}header{padding-top:.7rem}.lead{font-size:1rem;margin:.4rem 0 0}
header ul.warnings>li{padding:.2rem .6rem;margin:.3rem 0;font-size:.88rem;line-height:1.35}.scroll{margin:.4rem 0}pre{font-size:.78em;white-space:pre-wrap;overflow-wrap:anywhere}.alert{font-size:.95rem}
header ul.small{margin:.3rem 0;padding-left:1.1rem}table.small{width:100%;font-size:.86rem;line-height:1.35}table.small td{padding-left:.2rem;padding-right:0;white-space:normal}table.small td,table.small th{padding-top:.15rem;padding-bottom:.15rem}table.small tbody th{width:9.4rem;overflow-wrap:normal}table.small thead{position:absolute;clip-path:inset(50%)}
table.three tbody,table.three tr,table.three td{display:block}table.three tr{display:grid;grid-template-columns:9.4rem 1fr;border-bottom:1px solid var(--line)}table.three th,table.three td{border:0}.three td:nth-child(3){grid-column:1/3}.three td:has(.none){display:none}.three td:nth-child(3)::before{content:attr(data-name);color:var(--soft)}}
@media (max-width:60rem){table.stack,.stack caption,.stack tbody,.stack tr{display:block}.stack thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.stack tr{border-bottom:1px solid var(--line);padding:.35rem 0}.stack th,.stack td,.stack td.n{display:inline;border:0;padding:0;text-align:left;white-space:normal}.stack tbody th{display:block}
.stack tbody th.n{display:inline;margin-right:.6rem}.stack td::before{content:attr(data-name);color:var(--soft)}.stack td:not(:last-child)::after{content:" · ";color:var(--soft)}}
@media print{@page{margin:14mm}html{font-size:10pt}body{background:#fff}header,main,footer{max-width:none;padding:0}nav,.screen{display:none}
article.bot,figure,tr,ul.warnings>li{break-inside:avoid}h2,h3,h4{break-after:avoid}.scroll{overflow:visible}
details::details-content{content-visibility:visible;display:block;height:auto}details>summary{color:inherit;list-style:none}}`;

export const STYLE = new Markup(
  [
    `:root{${LIGHT}}`,
    `@media screen and (prefers-color-scheme:dark){:root{${DARK}}}`,
    BASE,
    PARTS,
    PICTURES,
    ELSEWHERE,
  ].join("\n"),
);
