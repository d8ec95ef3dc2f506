// Types of what is measured within a page: plain script, since the rest of the project knows no DOM.
export function overEdge(): string[];
export function contrasts(): { least: number; low: string[]; count: number };
export function pictures(): { count: number; outside: string[]; covered: string[] };
export function openAll(): void;
export function tops(selectors: string[]): { top: number; bottom: number }[];
export function background(): string;
export function pageHeight(): number;
export function pageWidth(): number;
export function parts(): { name: string; top: number; bottom: number }[];
export function pairTops(): number[];
export function scrolled(): string[];
export function printed(): { nav: number; folded: number[]; leftOut: number[]; back: string; over: number };
export function focused(): { tag: string; outline: string };
export function alternatives(): {
  language: string;
  landmarks: string[];
  levels: number[];
  tables: number;
  withoutCaption: number;
  withoutScope: number;
  pictures: number;
  withoutWords: number;
  undescribed: number;
  sameIds: number;
  deadLinks: number;
};
export function names(): { elements: string[]; attributes: string[] };
