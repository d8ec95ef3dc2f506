// Footnotes as the repository host has them: [^name] in the text, and a line [^name]: at the end of the page.
import type { MarkdownRenderer } from "vitepress";

const NOTE = /^\[\^([\w-]+)\]: (.+)$/gm;

export function footnotes(md: MarkdownRenderer): void {
  md.core.ruler.after("normalize", "footnotes", (state) => {
    const notes = new Map([...state.src.matchAll(NOTE)].map(([, name = "", text = ""]) => [name, text]));
    if (notes.size === 0) return;
    const names = [...notes.keys()];
    const used = new Set<string>();
    const mark = (name: string): string => {
      // The way back leads to the first place that names the note.
      const id = used.has(name) ? "" : ` id="from-${name}"`;
      used.add(name);
      return `<a${id} href="#note-${name}">${names.indexOf(name) + 1}</a>`;
    };
    const body = state.src.replace(NOTE, "").replace(/(?:\[\^[\w-]+\])+/g, (marks) => {
      const named = [...marks.matchAll(/[\w-]+/g)].map(([name]) => name);
      return named.every((name) => notes.has(name)) ? `<sup>${named.map(mark).join(", ")}</sup>` : marks;
    });
    const list = names.map(
      (name, at) => `${at + 1}. <a id="note-${name}" href="#from-${name}">↩</a> ${notes.get(name)}`,
    );
    state.src = `${body.trimEnd()}\n\n<div class="notes">\n\n## Tests\n\n${list.join("\n")}\n\n</div>\n`;
  });
}
