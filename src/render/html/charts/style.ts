// The style of charts, beside that of all pages. Each line and each mark has a pattern or a shape of its own, so that colour only helps.
import { Markup } from "../markup.js";

export const CHART_STYLE = new Markup(`
svg.wide{max-width:none;min-width:40rem}figure.whole{margin:1rem 0}figure.whole .scroll{margin:0}
svg .line.own{stroke:var(--blue);stroke-width:1.3}svg .line.second,svg .line.third{stroke-width:1.3}svg .line.second{stroke:var(--green);stroke-dasharray:7 2}svg .line.third{stroke:var(--red);stroke-dasharray:2 2}
svg .line.held{stroke:var(--grey);stroke-dasharray:5 4;stroke-width:1.4}svg .line.other{stroke:var(--grey);stroke-width:.8;opacity:.5}
svg text.own{fill:var(--blue)}svg text.second{fill:var(--green)}svg text.third{fill:var(--red)}svg text.held{fill:var(--soft)}
svg .line.course{stroke:var(--grey);stroke-width:1.1}
svg .fall{fill:var(--red);fill-opacity:.28;stroke:var(--red);stroke-width:.8}
svg .mark{fill:none;stroke-width:1.4}svg .mark.entry{fill:var(--blue);stroke:var(--back);stroke-width:.6}svg .mark.average{stroke:var(--blue)}svg .mark.exit{stroke:var(--green);stroke-width:1.6}svg .mark.stop,svg .mark.liquidated{stroke:var(--red)}svg .mark.liquidated{stroke-width:2.6}
span.mark{font-weight:700}span.mark.entry,span.mark.average{color:var(--blue)}span.mark.exit{color:var(--green)}span.mark.stop,span.mark.liquidated{color:var(--red)}span.mark.liquidated{font-size:1.25em;line-height:1}
svg .band{fill:var(--bar);fill-opacity:.22}svg .band.odd{fill-opacity:.5}svg .change{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}
small.under{display:block}@media (max-width:60rem){.stack small.under{display:inline}.stack td:has(.none){display:none}}
.keep{border-left:4px solid var(--link);padding:.1rem 0 .1rem .9rem;margin-top:.9rem}.keep p{max-width:46rem}
@media print{svg.wide{min-width:0}}`);
