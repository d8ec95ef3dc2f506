// What is measured within a page. Each function is sent to the browser as it is, so it uses nothing from outside itself.

/** What reaches over the right edge and isn't in a box that scrolls. */
export function overEdge() {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.closest(".scroll") === null || one.matches(".scroll"))
    .filter((one) => one.getBoundingClientRect().right > width + 0.5)
    .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`);
}

/** Of each text that is seen: its colour against the nearest background behind it (WCAG 2, relative luminance). */
export function contrasts() {
  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [r = 0, g = 0, b = 0] = parts(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (one) => {
    if (one === null) return "rgb(255, 255, 255)";
    const { backgroundColor } = getComputedStyle(one);
    return parts(backgroundColor)[3] === 0 ? behind(one.parentElement) : backgroundColor;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const low = [];
  let [least, count] = [21, 0];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const one = node.parentElement;
    if (one === null || node.textContent?.trim() === "" || one.matches("svg title, svg desc, style, title, desc"))
      continue;
    const style = getComputedStyle(one);
    const [text, back] = [luminance(one.matches("svg text") ? style.fill : style.color), luminance(behind(one))];
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    least = Math.min(least, ratio);
    count += 1;
    if (ratio < 4.5) low.push(`${ratio.toFixed(2)} ${node.textContent?.slice(0, 40)}`);
  }
  return { least, low, count };
}

export function pictures() {
  const [outside, covered] = [[], []];
  const drawn = [...document.querySelectorAll("svg[role=img]")].filter((one) => one.getBoundingClientRect().width > 0);
  for (const picture of drawn) {
    const frame = picture.getBoundingClientRect();
    const name = picture.querySelector("title")?.textContent ?? "";
    for (const one of picture.querySelectorAll("rect, path, polyline, circle, text")) {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isWithin =
        left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
      if (!isWithin) outside.push(`${name}: ${one.tagName} ${one.textContent}`);
    }
    const texts = [...picture.querySelectorAll("text")].map((one) => ({
      text: one.textContent,
      box: one.getBoundingClientRect(),
    }));
    for (const [index, { text, box }] of texts.entries())
      for (const other of texts.slice(index + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // A line's box is higher than its letters.
        if (wide > 0.5 && high > 2.5) covered.push(`${name}: ${text} and ${other.text}`);
      }
  }
  return { count: drawn.length, outside, covered };
}

export function openAll() {
  for (const one of document.querySelectorAll("details")) one.open = true;
}

/** Where the first element of each selector stands. */
export function tops(selectors) {
  return selectors.map((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return { top, bottom };
  });
}

export function background() {
  return getComputedStyle(document.body).backgroundColor;
}

export function pageHeight() {
  return document.documentElement.scrollHeight;
}

export function pageWidth() {
  return document.documentElement.scrollWidth;
}

/** Boxes in which somebody would have to scroll sideways. */
export function scrolled() {
  return [...document.querySelectorAll(".scroll")]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => `${one.getAttribute("aria-label")} ${one.scrollWidth} > ${one.clientWidth}`);
}

/** Header, sections and footer from the top down. */
export function parts() {
  return [...document.querySelectorAll("header, main section, footer")].map((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return { name: part.querySelector("h1, h2")?.textContent ?? part.tagName, top, bottom };
  });
}

/** Where the first two ladders of one bot begin. */
export function pairTops() {
  const figures = [...document.querySelectorAll("article .pair > figure.half")].slice(0, 2);
  return figures.map((one) => one.getBoundingClientRect().top);
}

export function printed() {
  return {
    nav: document.querySelector("nav").getBoundingClientRect().height,
    folded: [...document.querySelectorAll("details:not(.screen, .screen *)")].map(
      (one) => one.getBoundingClientRect().height,
    ),
    leftOut: [...document.querySelectorAll("details.screen")].map((one) => one.getBoundingClientRect().height),
    back: getComputedStyle(document.body).backgroundColor,
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}

export function focused() {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return { tag: document.activeElement.tagName, outline: `${outlineStyle} ${outlineWidth}` };
}

/** What tells who can't see the page what is on it. */
export function alternatives() {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    language: document.documentElement.lang,
    landmarks: all("body > *").map(({ tagName }) => tagName),
    levels: all("h1, h2, h3, h4").map(({ tagName }) => Number(tagName.slice(1))),
    tables: all("table").length,
    withoutCaption: all("table").filter((one) => (one.caption?.textContent ?? "") === "").length,
    withoutScope: all("th").filter((one) => one.scope !== "col" && one.scope !== "row").length,
    pictures: all("svg[role=img]").length,
    withoutWords: all("svg[role=img]").filter(
      (one) => !one.querySelector("title")?.textContent || (one.querySelector("desc")?.textContent ?? "").length < 40,
    ).length,
    undescribed: all("svg:not([role=img]):not([aria-hidden=true])").length,
    sameIds: all("[id]").length - new Set(all("[id]").map(({ id }) => id)).size,
    deadLinks: all("a").filter((one) => document.getElementById(one.getAttribute("href").slice(1)) === null).length,
  };
}

/** Every element and attribute of the page, each name once. */
export function names() {
  const all = [...document.querySelectorAll("*")];
  return {
    elements: [...new Set(all.map(({ localName }) => localName))].sort(),
    attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))].sort(),
  };
}
